import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import { filesOf } from "../shared/io/kubeconfig-files.ts";
import { kubeconfigPlaces } from "./kubeconfig-places.ts";
import type { Machine } from "./machine.ts";
import type { Place } from "./place.ts";

/** Milliseconds: who rewrites a kubeconfig touches it several times. */
const settling = 300;

/** Milliseconds until a watch that was begun tells of everything; what came before that is looked for. */
const beginning = 1500;

export interface KubeconfigWatch extends Disposable {
  /** The places may name other files now. */
  again(): void;
}

/**
 * Calls `changed` when a file of a kubeconfig that some place goes by is written, renamed into place, made or removed, and
 * when a link on the way there leads elsewhere. Nothing is read here.
 */
export function watchKubeconfig(
  machine: Machine,
  places: () => readonly Place[],
  changed: () => void,
): KubeconfigWatch {
  let watchers: readonly Disposable[] = [];
  let watched = "";
  let timer: NodeJS.Timeout | undefined;

  /** Whether other files are watched from now on. */
  function follow(): boolean {
    const files = [
      ...new Set(
        places()
          .flatMap((place) => (place.kind === "files" ? [] : filesOf(kubeconfigPlaces(place, machine))))
          .flatMap((file) => turnsOf(file)),
      ),
    ].toSorted();
    if (files.join("\n") === watched) return false;
    watched = files.join("\n");
    for (const one of watchers) one.dispose();
    watchers = files.map(watch);
    return true;
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
    timer = setTimeout(look, settling);
  }

  function look(): void {
    if (follow()) timer = setTimeout(look, beginning);
    changed();
  }

  return {
    again() {
      follow();
    },
    dispose() {
      clearTimeout(timer);
      for (const one of watchers) one.dispose();
    },
  };
}

/**
 * Where the way to a file can turn: every link on it, of folders too (a mounted Secret is renewed by one), and its end: the
 * file, or what is missing of the way there first.
 */
function turnsOf(file: string, links = 0): readonly string[] {
  const { root } = parse(file);
  const names = file.slice(root.length).split(sep);
  for (let count = 1; count <= names.length; count++) {
    const path = join(root, ...names.slice(0, count));
    const target = leadsTo(path);
    if (target === "nowhere" || (target === undefined && count === names.length)) return [path];
    if (target === undefined) continue;
    const next = resolve(dirname(path), target.link, ...names.slice(count));
    return links === mostLinks ? [path] : [path, ...turnsOf(next, links + 1)];
  }
  return [file];
}

/** As many as Linux follows (path_resolution(7)). */
const mostLinks = 40;

/** Undefined: it is there, and no link. */
function leadsTo(path: string): { readonly link: string } | "nowhere" | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : undefined;
  } catch {
    return "nowhere";
  }
}
