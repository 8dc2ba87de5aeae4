/**
 * A push call in the documentation's ten languages, each with a timeout and a visible failure.
 *
 * Each uses its standard library only; where that is not enough, `note` names the package.
 */
export interface Snippet {
  readonly id: string;
  readonly name: string;
  /** Name of the file, or of the program that runs it. */
  readonly file: string;
  readonly code: string;
  /** What else the reader has to know. */
  readonly note?: string;
}

/**
 * Returns a snippet per language that calls `url`, which must contain no quotes, `$` or backslashes (push-url.ts
 * ensures it).
 */
export function pushSnippets(url: string): readonly Snippet[] {
  return [
    {
      id: 'bash',
      name: 'curl/Bash',
      file: 'Terminal',
      code: `curl -fsS --max-time 10 --retry 3 "${url}"`,
      ...(url.includes('%') && {
        note: 'No crontab, % tem outro sentido: escreva \\% no lugar de cada % do endereço.',
      }),
    },
    { id: 'python', name: 'Python', file: 'avisa.py', code: python(url) },
    { id: 'node', name: 'Node.js', file: 'avisa.mjs', code: node(url) },
    { id: 'powershell', name: 'PowerShell', file: 'avisa.ps1', code: powershell(url) },
    { id: 'php', name: 'PHP', file: 'avisa.php', code: php(url) },
    { id: 'java', name: 'Java', file: 'Avisa.java', code: java(url) },
    { id: 'go', name: 'Go', file: 'avisa.go', code: go(url) },
    { id: 'ruby', name: 'Ruby', file: 'avisa.rb', code: ruby(url) },
    { id: 'csharp', name: 'C#', file: 'Program.cs', code: csharp(url) },
    {
      id: 'rust',
      name: 'Rust',
      file: 'src/main.rs',
      code: rust(url),
      note: 'Acrescente a biblioteca com cargo add ureq@3.',
    },
  ];
}

const python = (url: string) => `import urllib.request

with urllib.request.urlopen("${url}", timeout=10) as resposta:
    print(resposta.status)  # 200: recebido; outro código vira exceção`;

const node = (url: string) => `const resposta = await fetch("${url}", {
  signal: AbortSignal.timeout(10_000),
});
if (!resposta.ok) throw new Error(\`O push respondeu \${resposta.status}\`);`;

const powershell = (url: string) => `Invoke-RestMethod -Uri "${url}" -TimeoutSec 10 -ErrorAction Stop`;

const php = (url: string) => `<?php
$contexto = stream_context_create(['http' => ['timeout' => 10]]);
if (file_get_contents('${url}', false, $contexto) === false) {
    exit(1);
}`;

const java = (url: string) => `import java.net.URI;
import java.net.http.*;
import java.time.Duration;

public class Avisa {
    public static void main(String[] args) throws Exception {
        var pedido = HttpRequest.newBuilder(URI.create("${url}"))
            .timeout(Duration.ofSeconds(10))
            .build();
        var resposta = HttpClient.newHttpClient()
            .send(pedido, HttpResponse.BodyHandlers.discarding());
        if (resposta.statusCode() != 200) System.exit(1);
    }
}`;

const go = (url: string) => `package main

import (
	"log"
	"net/http"
	"time"
)

func main() {
	cliente := http.Client{Timeout: 10 * time.Second}
	resposta, err := cliente.Get("${url}")
	if err != nil {
		log.Fatal(err)
	}
	defer resposta.Body.Close()
	if resposta.StatusCode != http.StatusOK {
		log.Fatal(resposta.Status)
	}
}`;

const ruby = (url: string) => `require "net/http"

endereco = URI("${url}")
opcoes = { use_ssl: endereco.scheme == "https", open_timeout: 10, read_timeout: 10 }
resposta = Net::HTTP.start(endereco.host, endereco.port, **opcoes) { |http| http.get(endereco.request_uri) }
abort(resposta.code) unless resposta.is_a?(Net::HTTPSuccess)`;

const csharp = (url: string) => `using var cliente = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
var resposta = await cliente.GetAsync("${url}");
resposta.EnsureSuccessStatusCode();`;

const rust = (url: string) => `use std::time::Duration;

fn main() -> Result<(), ureq::Error> {
    let agente: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .build()
        .into();
    agente.get("${url}").call()?;
    Ok(())
}`;
