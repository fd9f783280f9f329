import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Book, openBook } from "./book.ts";
import { type ConnectionCase, kubeconfigsOf } from "./connection-case.ts";
import { dataFiles, materialOf, ownAddress } from "./materials.ts";
import { proxyNames, startProxy } from "./proxies.ts";
import { serverNames, startServer } from "./servers.ts";

/** The servers, proxies and files of one case. Each case has its own. */
export interface Scene {
  readonly book: Book;
  readonly home: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What both programs can read on standard input. */
  readonly input: string;
  /** Puts a file into `home`, or another one in its place; its names are filled in. */
  put(name: string, text: string): void;
  /** The name of the server or proxy behind each port, for what is compared. */
  readonly names: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Starts the servers and proxies that a case names, and writes its files. */
export async function openScene(connectionCase: ConnectionCase, materials: string): Promise<Scene> {
  const kubeconfigs = kubeconfigsOf(connectionCase);
  const { flags = [], env = {}, files = {}, input = "" } = connectionCase;
  const all = JSON.stringify([kubeconfigs, flags, env, files]);
  const isNamed = (name: string): boolean => all.includes(`{${name}}`);
  const book = openBook();
  const home = mkdtempSync(join(tmpdir(), "hco-status-wire-case-"));
  const started = await Promise.all([
    ...serverNames.filter(isNamed).map(async (name) => [name, await startServer(name, materials, book)] as const),
    ...proxyNames.filter(isNamed).map(async (name) => [name, await startProxy(name, materials, book)] as const),
  ]);
  const values = new Map<string, string>([
    ...started.map(([name, { port }]) => [name, String(port)] as const),
    ...dataFiles.flatMap((file) => formsOf(file, materialOf(materials, file))),
    ["materials", materials],
    ["home", home],
    ["here", ownAddress() ?? "127.0.0.1"],
  ]);
  const fill = (text: string): string => text.replace(/\{([\w.:-]+)\}/g, (whole, name) => values.get(name) ?? whole);
  const put = (name: string, text: string): void => {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fill(text));
    chmodSync(file, 0o700);
  };
  for (const [name, text] of Object.entries(files)) put(name, text);
  for (const [name, fields] of Object.entries(kubeconfigs)) put(name, JSON.stringify(fields));
  const list = Object.keys(kubeconfigs).map((name) => join(home, name));
  return {
    book,
    home,
    flags: flags.map(fill),
    env: {
      ...(list.length > 0 && { KUBECONFIG: list.join(":") }),
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    },
    input,
    put,
    names: new Map(started.map(([name, { port }]) => [String(port), name])),
    close: async () => {
      await Promise.all(started.map(([, listening]) => listening.close()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A file as a kubeconfig holds it, as it is, and as part of JSON text. */
function formsOf(file: string, text: string): readonly (readonly [name: string, value: string])[] {
  return [
    [file, Buffer.from(text).toString("base64")],
    [`text:${file}`, text],
    [`json:${file}`, JSON.stringify(text).slice(1, -1)],
  ];
}
