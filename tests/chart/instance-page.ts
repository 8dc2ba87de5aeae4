/** A public page in Uptime Kuma 2.5.3's format: its `index.html` with the parts from `server/model/status_page.js`. */
export function statusHtml(analytics: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="UTF-8">
    <link rel="icon" type="image/svg+xml" href="data:,">
    <meta name="description" content="Uptime Kuma monitoring tool">
    <title>Loja</title>
    <style>body { opacity: 0.5; }</style>
  <script type="module" crossorigin="" src="/assets/index-1.js"></script>

        ${analytics}
    <meta property="og:title" content="Loja"><meta property="og:description" content=""><meta property="og:type" content="website">
            <script id="preload-data" data-json="{}">
                window.preloadData = {'config':{'title':'Loja'}};
            </script>
        </head>
<body>
<div id="app"><object data="/icon.svg" width="40" height="40"></object></div>
</body>
</html>`;
}
