import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "./book.ts";
import { callsFile } from "./plugin.ts";
import type { Ended } from "./run.ts";
import type { Scene } from "./scene.ts";

/** What became of a way, with nothing in it that differs from run to run. */
export interface Seen {
  readonly ended: "goes" | "refuses";
  /** Every kind of request once, sorted. */
  readonly wire: readonly string[];
  /** How an exec plugin was called: its arguments, the variable PROBE, what it was told; of a way refused each once. */
  readonly calls: readonly string[];
}

/** Takes what stands in the book of a scene, and empties it. */
export function takeSeen(scene: Scene, { code }: Ended): Seen {
  const wire = [...new Set(scene.book.entries.map((entry) => lineOf(entry, scene)))].sort();
  scene.book.clear();
  const calls = callsOf(join(scene.home, callsFile));
  if (code === 0) return { ended: "goes", wire, calls };
  // kubectl asks again what was refused, and so calls again.
  return { ended: "refuses", wire, calls: [...new Set(calls)] };
}

function callsOf(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  // What kubectl tells a plugin ends with a line break.
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  rmSync(file);
  return lines.map((line) => {
    const [args, probe, info = ""] = line.split("\t");
    return `${args} | ${probe} | ${JSON.stringify(sortKeys(JSON.parse(info)))}`;
  });
}

/** The same JSON for each writer: the keys in order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

function lineOf(entry: Entry, scene: Scene): string {
  const host = entry.host.replace(/:(\d+)$/, (whole, port) => `:${scene.names.get(port) ?? whole.slice(1)}`);
  const others = entry.others.filter((name) => !kubectlsOwn.test(name));
  const parts = [
    entry.at,
    ...(entry.tls === undefined ? [] : [entry.tls.alpn, `sni=${entry.tls.sni}`, `client=${entry.tls.client}`]),
    `host=${host}`,
    ...(entry.prefix === ""
      ? []
      : [`prefix=${entry.prefix.replace(/\d{4,}/, (port) => scene.names.get(port) ?? port)}`]),
    ...(entry.authorization === undefined ? [] : [`authorization=${entry.authorization}`]),
    ...(entry.proxyAuthorization === undefined ? [] : [`proxy-authorization=${entry.proxyAuthorization}`]),
    ...entry.impersonates.flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
    ...(entry.gzip && !isThisMachine(host) ? ["gzip"] : []),
    ...others.map((name) => `+${name}`),
  ];
  return parts.join(" ");
}

// Which command it is and which call of it (KEP-859); the tests of every request say that we send none.
const kubectlsOwn = /^kubectl-(command|session)$/;

// Packing costs more than it saves where nothing is sent over a network, so we ask this machine for none (connection.ts).
function isThisMachine(host: string): boolean {
  return /^(127\.|localhost:|\[(0:0:0:0:0:0:0|:):1\])/i.test(host);
}
