{{define "error.html"}}<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>A entrada não terminou</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        max-width: 34rem; margin: 12vh auto 0; padding: 0 1.5rem;
        font: 1.0625rem/1.6 system-ui, sans-serif;
        color: light-dark(#101c16, #e6efe9); background: light-dark(#f6f3ea, #0d1712);
      }
      h1 { font-size: 1.625rem; line-height: 1.25; }
      a { color: light-dark(#0e7a41, #4fd68b); }
      small { color: light-dark(#4c5a52, #a9b8af); }
    </style>
  </head>
  <body>
    <main>
      <h1>A entrada não terminou</h1>
      <p>{{if eq .StatusCode 403}}A entrada demorou demais ou foi aberta em outra aba.{{else}}O serviço de entrada não respondeu como devia.{{end}}
        Volte ao endereço do seu ambiente e entre de novo.</p>
      <p><small>Se continuar assim, mande este código ao suporte: {{.RequestID}}</small></p>
    </main>
  </body>
</html>
{{end}}
