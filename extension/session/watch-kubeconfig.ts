import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import { kubeconfigFiles } from "../../shared/io/kubeconfig/file-list.ts";
import { findKubeconfigSources } from "../places/kubeconfig-setting.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { SharedPlace } from "../places/shared-place.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { PlaceSelection } from "./selection.ts";

/** Milliseconds to wait after a change, because a program that rewrites a kubeconfig touches it several times. */
const settling = 300;

/** Milliseconds until a new watch reports every change. Changes before that are found by looking again. */
const beginning = 1500;

export interface KubeconfigWatch extends Disposable {
  /** Watches the files that the places name now. */
  updateFiles(): void;
}

/**
 * Watches the kubeconfig files of the sidebar's place and of all others. When a file is written, renamed into place,
 * created or deleted, every place reads its own again. So it does when a link on the path leads elsewhere. `changed` is
 * called before that.
 */
export function watchKubeconfigs(
  places: PlaceCache,
  selection: Pick<PlaceSelection, "place">,
  machine: HostMachine,
  changed: () => void,
): KubeconfigWatch {
  let watchers: readonly Disposable[] = [];
  let watched = "";
  let timer: NodeJS.Timeout | undefined;

  function sharedPlaces(): readonly SharedPlace[] {
    return [...places.entries().values()];
  }

  /** Watches the files of all places. Returns whether they differ from the files that were watched before. */
  function follow(): boolean {
    const named = new Set(
      [selection.place, ...sharedPlaces().map((shared) => shared.state().place)].flatMap((place) =>
        place.kind === "files" ? [] : kubeconfigFiles(findKubeconfigSources(place, machine)),
      ),
    );
    const files = [...new Set([...named].flatMap((file) => listRedirections(file)))].toSorted();
    if (files.join("\n") === watched) return false;
    watched = files.join("\n");
    for (const watcher of watchers) watcher.dispose();
    watchers = files.map(watch);
    return true;
  }

  function watch(file: string): Disposable {
    // Watches the whole folder, because a file name may contain pattern characters.
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
    for (const shared of sharedPlaces()) shared.rereadKubeconfig();
  }

  return {
    updateFiles() {
      follow();
    },
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.dispose();
    },
  };
}

/**
 * Returns the paths whose change can redirect a file: every link on its path, and the end of the path. Links of folders
 * count, too (a mounted Secret is renewed by one). The end is the file, or the first missing part of the path.
 */
function listRedirections(file: string, links = 0): readonly string[] {
  const { root } = parse(file);
  const names = file.slice(root.length).split(sep);
  for (let count = 1; count <= names.length; count++) {
    const path = join(root, ...names.slice(0, count));
    const target = readLinkTarget(path);
    if (target === "nowhere" || (target === undefined && count === names.length)) return [path];
    if (target === undefined) continue;
    const next = resolve(dirname(path), target.link, ...names.slice(count));
    return links === mostLinks ? [path] : [path, ...listRedirections(next, links + 1)];
  }
  return [file];
}

/** Maximum number of links, as in Linux (path_resolution(7)). */
const mostLinks = 40;

/** Returns the target of a link; undefined for an existing path that is no link. */
function readLinkTarget(path: string): { readonly link: string } | "nowhere" | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : undefined;
  } catch {
    return "nowhere";
  }
}
