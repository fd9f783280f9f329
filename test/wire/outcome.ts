import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "./book.ts";
import { callsFile } from "./plugin.ts";
import type { Ended } from "./run.ts";
import type { Scene } from "./scene.ts";

/** What a program did in a case, without what differs from run to run. */
export interface Outcome {
  readonly ended: "connects" | "refuses";
  /**
   * Every kind of request once, sorted:
   * `main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token`
   */
  readonly requests: readonly string[];
  /**
   * How an exec plugin was called: its arguments, its working directory, what it read on standard input, its variables,
   * and KUBERNETES_EXEC_INFO with sorted keys. Of a program that refuses each once, because kubectl calls again what was
   * refused.
   */
  readonly pluginCalls: readonly string[];
}

/** Takes what the servers and the plugin of a scene recorded of a program that has ended, and empties their records. */
export function takeOutcome(scene: Scene, { code }: Ended): Outcome {
  const requests = [...new Set(scene.book.entries.map((entry) => formatRequest(entry, scene)))].sort();
  scene.book.clear();
  const pluginCalls = takePluginCalls(join(scene.home, callsFile));
  if (code === 0) return { ended: "connects", requests, pluginCalls };
  return { ended: "refuses", requests, pluginCalls: [...new Set(pluginCalls)] };
}

function takePluginCalls(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  // The KUBERNETES_EXEC_INFO of kubectl ends with a line break, so that an empty line follows.
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  rmSync(file);
  return lines.map((line) => {
    const [args, folder, input, variables, info = ""] = line.split("\t");
    return [args, folder, input, variables, JSON.stringify(sortKeys(JSON.parse(info)))].join(" | ");
  });
}

/** A JSON value with the keys of its objects in order, because each program has an order of its own. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

function formatRequest(entry: Entry, { names }: Scene): string {
  const host = entry.host.replace(/:(\d+)$/, (whole, port) => `:${names.get(port) ?? whole.slice(1)}`);
  const parts = [entry.at];
  if (entry.tls !== undefined) parts.push(entry.tls.alpn, `sni=${entry.tls.sni}`, `client=${entry.tls.client}`);
  parts.push(`host=${host}`);
  // A prefix may name the port of another server: /to/40123
  if (entry.prefix !== "") parts.push(`prefix=${entry.prefix.replace(/\d{4,}/, (port) => names.get(port) ?? port)}`);
  if (entry.authorization !== undefined) parts.push(`authorization=${entry.authorization}`);
  if (entry.proxyAuthorization !== undefined) parts.push(`proxy-authorization=${entry.proxyAuthorization}`);
  for (const [name, values] of entry.impersonates) parts.push(...values.map((value) => `${name}=${value}`));
  if (entry.gzip && !isThisMachine(host)) parts.push("gzip");
  parts.push(...entry.others.filter((name) => !kubectlsOwn.test(name)).map((name) => `+${name}`));
  return parts.join(" ");
}

// Headers with the command of kubectl and the number of its call (KEP-859). every-request.test.ts says that we send none.
const kubectlsOwn = /^kubectl-(command|session)$/;

// Compression costs more than it saves where nothing is sent over a network, so we request none of this machine
// (connection.ts).
function isThisMachine(host: string): boolean {
  return /^(127\.|localhost:|\[(0:0:0:0:0:0:0|:):1\])/i.test(host);
}
