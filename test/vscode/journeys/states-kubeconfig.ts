import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type Context, writeContexts } from "../../cluster/many-contexts.ts";

/** A kubeconfig on disk that another program changes while it is in use. */
export interface ChangingKubeconfig {
  readonly path: string;
  /** Writes it in place; the first is current, unless it is said otherwise. */
  write(contexts: readonly Context[], current?: string): void;
  /** Writes another file and renames it over this one, as kubectl does. */
  replace(contexts: readonly Context[], current?: string): void;
  /** Any text, in place. */
  scribble(text: string): void;
  remove(): void;
}

/** @param whole a kubeconfig that is complete, of which server, authority and certificate are taken. */
export function changingKubeconfig(path: string, whole: string): ChangingKubeconfig {
  function textOf(contexts: readonly Context[], current: string | undefined): string {
    const other = `${path}.made`;
    writeContexts(other, whole, contexts);
    const document = JSON.parse(readFileSync(other, "utf8"));
    rmSync(other);
    return JSON.stringify({ ...document, ...(current !== undefined && { "current-context": current }) });
  }

  return {
    path,
    write: (contexts, current) => writeFileSync(path, textOf(contexts, current), { mode: 0o600 }),
    replace(contexts, current) {
      writeFileSync(`${path}.lock`, textOf(contexts, current), { mode: 0o600 });
      renameSync(`${path}.lock`, path);
    },
    scribble: (text) => writeFileSync(path, text),
    remove: () => rmSync(path, { force: true }),
  };
}
