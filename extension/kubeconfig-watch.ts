import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { Machine } from "./machine.ts";
import type { Place } from "./place.ts";

/** Milliseconds: who rewrites a kubeconfig touches it several times. */
const settling = 300;

export interface KubeconfigWatch extends Disposable {
  /** The places may name other files now. */
  again(): void;
}

/**
 * Calls `changed` when a file of a kubeconfig that some place goes by is written, renamed into place, made or removed, and
 * when a link among them leads elsewhere. Nothing is read here.
 */
export function watchKubeconfig(
  machine: Machine,
  places: () => readonly Place[],
  changed: () => void,
): KubeconfigWatch {
  let watchers: readonly Disposable[] = [];
  let watched = "";
  let timer: NodeJS.Timeout | undefined;

  function again(): void {
    const files = [
      ...new Set(
        places()
          .flatMap((place) => filesOf(place, machine))
          .flatMap(withTarget),
      ),
    ].toSorted();
    if (files.join("\n") === watched) return;
    watched = files.join("\n");
    for (const one of watchers) one.dispose();
    watchers = files.map(watch);
  }

  function watch(file: string): Disposable {
    // The whole folder: a name may hold what is a pattern.
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(dirname(file)), "*"));
    const isIt = ({ fsPath }: Uri): void => {
      if (basename(fsPath) === basename(file)) soon();
    };
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) event(isIt);
    return watcher;
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      again();
      changed();
    }, settling);
  }

  return {
    again,
    dispose() {
      clearTimeout(timer);
      for (const one of watchers) one.dispose();
    },
  };
}

function filesOf(place: Place, { env, home, platform }: Machine): readonly string[] {
  if (place.kind === "files") return [];
  const list = place.kubeconfig ?? env["KUBECONFIG"] ?? "";
  if (list === "") return [join(home, ".kube", "config")];
  return list
    .split(platform === "win32" ? ";" : ":")
    .filter((path) => path !== "")
    .map((path) => (path.startsWith("~") ? join(home, path.slice(1)) : path));
}

/** The file itself, and where a link leads: either may be replaced. */
function withTarget(file: string): readonly string[] {
  try {
    const target = realpathSync(file);
    return target === file ? [file] : [file, target];
  } catch {
    return [file];
  }
}
