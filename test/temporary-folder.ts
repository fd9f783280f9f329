import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** Makes an empty folder. It is removed after the tests of the file, or of the `describe` that this is called in. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file of a folder, with the folders on its way. Returns its path. */
export function writeInFolder(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Writes objects to a file as `kubectl get -o json` prints them. Returns its path. */
export function writeList(folder: string, name: string, items: readonly unknown[]): string {
  return writeInFolder(folder, name, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
}
