import { expect, test } from 'vitest';
import { htmlToMarkdown } from '../../src/build/html-markdown.ts';
import { parseHtml } from '../../src/lib/html-tree.ts';

const PAGE = 'https://vigia.example/docs/a';
const markdown = (html: string): string => htmlToMarkdown(parseHtml(html), PAGE);

test.each([
  ['<p>Um <strong>dois</strong> três &amp; <em>quatro</em>.</p>', 'Um **dois** três & *quatro*.'],
  ['<p>Use <code>{{ name }}</code> e <code>a`b</code>.</p>', 'Use `{{ name }}` e ``a`b``.'],
  ['<p>2 * 3 &lt; 7 e [Site] &lt;b&gt;</p>', '2 \\* 3 < 7 e \\[Site] \\<b>'],
  ['<p># um</p><p>1. dois</p><p>um<br>dois</p>', '\\# um\n\n1\\. dois\n\num\\\ndois'],
  ['<details><summary><strong>Por quê?</strong></summary><p>Sim.</p></details>', '**Por quê?**\n\nSim.'],
  [
    '<p>Já tem conta? <astro-island><a href="/entrar">Fazer Login</a></astro-island></p>',
    'Já tem conta? [Fazer Login](https://vigia.example/entrar)',
  ],
  ['<table><tr><th>a|b</th></tr><tr><td>c<br>d</td></tr></table>', '| a\\|b |\n| --- |\n| c d |'],
  [
    '<p><a href="/docs/b#c">b</a> e <a href="#d">d</a></p>',
    '[b](https://vigia.example/docs/b#c) e [d](https://vigia.example/docs/a#d)',
  ],
  ['<ul><li>um</li><li><p>dois</p><ul><li>três</li></ul></li></ul>', '- um\n- dois\n  - três'],
  ['<ol><li>um</li><li>dois</li></ol>', '1. um\n2. dois'],
  ['<div class="heading"><h2 id="x">Título</h2><a class="heading-link" href="#x">#</a></div>', '## Título'],
  [
    '<div class="callout callout-tip"><p class="callout-title">Dica</p><p>Texto</p></div>',
    '> **Dica**\n>\n> Texto',
  ],
  [
    '<dl class="fields"><div class="field"><dt>Apelido<span class="sr-only">: </span><span class="field-required" data-pagefind-ignore>obrigatório</span></dt><dd><p>O nome.</p></dd></div></dl>',
    '- **Apelido (obrigatório)**: O nome.',
  ],
  [
    '<div class="code"><pre class="language-bash"><code><span class="token">curl</span> -s &quot;x&quot;\n</code></pre><span data-pagefind-ignore><button>Copiar</button></span></div>',
    '```bash\ncurl -s "x"\n```',
  ],
  [
    '<table><thead><tr><th>Plano</th><th>Preço</th></tr></thead><tbody><tr><th>Pro</th><td>R$ 99</td></tr></tbody></table>',
    '| Plano | Preço |\n| --- | --- |\n| Pro | R$ 99 |',
  ],
  [
    '<figure class="shot"><a href="/_astro/a.webp"><picture><img src="/_astro/b.webp" alt="Painel"></picture></a><a href="/_astro/dark.webp"><img src="x" alt="Painel"></a><figcaption>Legenda</figcaption></figure>',
    '![Painel](https://vigia.example/_astro/a.webp)\n\n*Legenda*',
  ],
  [
    '<ol class="steps"><li><details class="step" open><summary><h3 id="a">Abra</h3><span data-pagefind-ignore>1 min</span></summary><div class="step-body"><p>Clique.</p></div></details></li></ol>',
    '### 1. Abra\n\nClique.',
  ],
  [
    '<section class="tool" aria-label="Leitor de cron"><astro-island><div data-tool="cron-reader"></div></astro-island></section>',
    '*Ferramenta interativa nesta página: [Leitor de cron](https://vigia.example/docs/a).*',
  ],
  ['<p hidden>não</p><nav>não</nav><svg><path d="M0"/></svg><button>não</button><p>sim</p>', 'sim'],
])('%s', (html, written) => {
  expect(markdown(html)).toBe(written);
});

test('an end tag without a start tag closes nothing', () => {
  expect(markdown('<p>a</span>b</p></div><p>c</p>')).toBe('ab\n\nc');
});
