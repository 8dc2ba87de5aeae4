/** Lists the articles that this device holds, on the page that stands in for one it does not. */

export {};

const PAGES = 'docs-pages';
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

async function keptArticles(): Promise<readonly { readonly path: string; readonly title: string }[]> {
  const cache = await caches.open(PAGES);
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const html = (await (await cache.match(request))?.text()) ?? '';
      // Read as text: a parsed document would ask this page's policy about its styles. The mark of an article is not
      // spelled out here: this script stands in its page, which would then be taken for one.
      const title = /<article\s/.test(html) ? (/<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? '') : '';
      return { path: new URL(request.url).pathname, title };
    }),
  );
  return kept.filter(({ title }) => title !== '').sort((a, b) => a.title.localeCompare(b.title, 'pt-BR'));
}

function decode(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? '');
}

async function show(): Promise<void> {
  const list = document.querySelector('[data-kept]');
  if (list === null || !('caches' in window)) return;
  for (const { path, title } of await keptArticles()) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = path;
    link.textContent = decode(title);
    item.append(link);
    list.append(item);
  }
  const none = document.querySelector<HTMLElement>('[data-kept-none]');
  if (none) none.hidden = list.childElementCount > 0;
}

void show();
document.querySelector('[data-try-again]')?.addEventListener('click', () => location.reload());
