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
    "current-context": "here",
    contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
    clusters: [{ name: "here", cluster: server }],
    users: [{ name: "me", user }],
  };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const insecureCluster = { "insecure-skip-tls-verify": true };
const sample = ["--must-gather", join(import.meta.dirname, "../../media/sample")];

const endlessFiles = [
  {
    file: "a device without an end",
    path: "/dev/zero",
    reason: /it is larger than \d+ MB|it is neither a folder nor a file/,
  },
  {
    file: "a named pipe without a writer",
    path: pipe,
    reason: /it is a named pipe; name a file|it is neither a folder nor a file/,
  },
  { file: "a file of a terabyte", path: sparse, reason: /it is larger than \d+ MB|cannot use .*sparse: / },
];

/** The places in which a user names a file, and the words of a command that names `path` there. */
const places: readonly { readonly place: string; readonly words: (path: string) => readonly string[] }[] = [
  {
    place: "certificate-authority",
    words: (path) => ["--kubeconfig", kubeconfig({ "certificate-authority": path }, { token: "x" })],
  },
  { place: "tokenFile", words: (path) => ["--kubeconfig", kubeconfig(insecureCluster, { tokenFile: path })] },
  {
    place: "client-certificate",
    words: (path) => ["--kubeconfig", kubeconfig(insecureCluster, { "client-certificate": path, "client-key": path })],
  },
  { place: "--kubeconfig", words: (path) => ["--kubeconfig", path] },
  { place: "-f", words: (path) => ["-f", path] },
  { place: "--must-gather", words: (path) => ["--must-gather", path] },
  { place: "--polarity", words: (path) => [...sample, "--polarity", path] },
  { place: "jsonpath-file", words: (path) => [...sample, "-o", `jsonpath-file=${path}`] },
  { place: "custom-columns-file", words: (path) => [...sample, "-o", `custom-columns-file=${path}`] },
];

describe.for(endlessFiles)("$file is refused in one sentence", ({ path, reason }) => {
  describe.for(runtimes)("by %s", (runtime) => {
    test.for(places)("where $place names it", async ({ words }) => {
      const run = await runWatched(runtime, words(path));
      expect(run.stderr).toMatch(reason);
      expect(run.stderr).toMatch(/^error: [^\n]+\n$/);
      expect(run).toMatchObject({ status: 1, stdout: "" });
      expect(run.megabytes).toBeLessThan(maxMegabytes);
    });
  });
});
