import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { maxMegabytes, runtimes, runWatched } from "./watched-run.ts";

const folder = temporaryFolder();
const pipe = join(folder, "pipe");
const sparse = join(folder, "sparse");
execFileSync("sh", ["-c", `mkfifo "$0"`, pipe]);
writeFileSync(sparse, "");
truncateSync(sparse, 2 ** 40);

/** A kubeconfig whose cluster and user have these fields beside those that every cluster has. */
function kubeconfig(cluster: object, user: object): string {
  const file = join(folder, "config");
  const server = { server: "https://127.0.0.1:9", ...cluster };
  const content = {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "k", user: "u" } }],
    clusters: [{ name: "k", cluster: server }],
    users: [{ name: "u", user }],
  };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const untrusted = { "insecure-skip-tls-verify": true };
const saved = ["--must-gather", join(import.meta.dirname, "../../media/sample")];

const namers: readonly (readonly [what: string, words: (path: string) => readonly string[]])[] = [
  ["certificate-authority", (path) => ["--kubeconfig", kubeconfig({ "certificate-authority": path }, { token: "x" })]],
  ["tokenFile", (path) => ["--kubeconfig", kubeconfig(untrusted, { tokenFile: path })]],
  [
    "client-certificate",
    (path) => ["--kubeconfig", kubeconfig(untrusted, { "client-certificate": path, "client-key": path })],
  ],
  ["--kubeconfig", (path) => ["--kubeconfig", path]],
  ["-f", (path) => ["-f", path]],
  ["--must-gather", (path) => ["--must-gather", path]],
  ["--polarity", (path) => [...saved, "--polarity", path]],
  ["jsonpath-file", (path) => [...saved, "-o", `jsonpath-file=${path}`]],
  ["custom-columns-file", (path) => [...saved, "-o", `custom-columns-file=${path}`]],
];

const endless: readonly (readonly [what: string, path: string, reason: RegExp])[] = [
  ["a device without end", "/dev/zero", /it is larger than \d+ MB|it is neither a folder nor a file/],
  ["a named pipe without a writer", pipe, /it is a named pipe; name a file|it is neither a folder nor a file/],
  ["a file of a terabyte", sparse, /it is larger than \d+ MB|cannot use .*sparse: /],
];

for (const [what, path, reason] of endless) {
  const rows = namers.flatMap(([namer, words]) => runtimes.map((runtime) => [namer, runtime, words] as const));
  describe(`${what} is refused in one sentence, named by`, () => {
    test.for(rows)("%s, by %s", async ([, runtime, words]) => {
      const run = await runWatched(runtime, words(path));
      expect(run.stderr).toMatch(reason);
      expect(run.stderr).toMatch(/^error: [^\n]+\n$/);
      expect(run).toMatchObject({ status: 1, stdout: "" });
      expect(run.megabytes).toBeLessThan(maxMegabytes);
    });
  });
}
