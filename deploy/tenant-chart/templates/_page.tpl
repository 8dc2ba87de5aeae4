{{/* Wraps one of files/*.html in a page of the gateway; its heading, the first line, is also the title. */}}
{{- define "tenant.page" -}}
<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{{ regexReplaceAll "(?s)^<h1>(.*?)</h1>.*$" . "${1}" }}</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        max-width: 34rem; margin: 12vh auto 0; padding: 0 1.5rem;
        font: 1.0625rem/1.6 system-ui, sans-serif;
        color: light-dark(#101c16, #e6efe9); background: light-dark(#f6f3ea, #0d1712);
      }
      h1 { font-size: 1.625rem; line-height: 1.25; }
      a { color: light-dark(#0e7a41, #4fd68b); }
    </style>
  </head>
  <body>
    <main>
{{ . | trim | indent 6 }}
    </main>
  </body>
</html>
{{- end -}}
