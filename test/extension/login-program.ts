import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kill } from "node:process";

/** A program for logging in whose behaviour the test can change while it is in use. */
export interface LoginProgram {
  readonly path: string;
  /** The user of a kubeconfig. */
  readonly user: { readonly exec: object };
  /** It hands this out from now on; undefined: it fails. */
  answers(token: string | undefined): void;
  /** The program waits from now on until it is released. */
  hold(): void;
  release(): void;
  /** How often it was run. */
  runs(): number;
  /** How many of those have not ended. */
  running(): number;
}

/** Writes the program into a folder of its own in `folder`. It fails until a test sets its answer. */
export function loginProgram(folder: string): LoginProgram {
  const own = mkdtempSync(join(folder, "login-"));
  const [path = "", runs = "", held = "", answer = ""] = ["program", "runs", "held", "answer"].map((name) =>
    join(own, name),
  );
  writeFileSync(
    path,
    `#!/bin/sh\necho $$ >> ${runs}\nwhile test -e ${held}; do sleep 0.05; done\nexec cat ${answer}\n`,
  );
  chmodSync(path, 0o755);
  const apiVersion = "client.authentication.k8s.io/v1";
  // The shell makes the file before it writes its number, and 0 would be the group of this process.
  const pids = (): readonly number[] =>
    existsSync(runs) ? readFileSync(runs, "utf8").split("\n").filter(Boolean).map(Number) : [];
  return {
    path,
    user: { exec: { apiVersion, command: path, interactiveMode: "Never" } },
    answers(token) {
      rmSync(answer, { force: true });
      if (token !== undefined)
        writeFileSync(answer, JSON.stringify({ apiVersion, kind: "ExecCredential", status: { token } }));
    },
    hold: () => writeFileSync(held, ""),
    release: () => rmSync(held),
    runs: () => pids().length,
    running: () => pids().filter(isThere).length,
  };
}

function isThere(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
