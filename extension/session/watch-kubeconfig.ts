import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import { kubeconfigFiles } from "../../shared/io/kubeconfig/file-list.ts";
import { isSameList } from "../places/cluster-parts.ts";
import { findKubeconfigSources } from "../places/kubeconfig-setting.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { SharedPlace } from "../places/shared-place.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { PlaceSelection } from "./selection.ts";

/** A program that rewrites a kubeconfig touches it several times. */
const changePauseMs = 300;

/** A new watch reports every change after this time. Changes before that are found by a second reading. */
const watchStartMs = 1500;

/** Links that are followed for one file, as in Linux (path_resolution(7)). */
const maxLinks = 40;

export interface KubeconfigWatch extends Disposable {
  /** Watches the files that the places name now. */
  updateFiles(): void;
}

/**
 * Watches the kubeconfig files of the sidebar's place and of all others. When a file is written, renamed into place,
 * created or deleted, every place reads its own again, and also when a link on the path leads elsewhere.
 * @param changed is called before the places read their files.
 */
export function watchKubeconfigs(
  places: PlaceCache,
  selection: Pick<PlaceSelection, "place">,
  machine: HostMachine,
  changed: () => void,
): KubeconfigWatch {
  let watchers: readonly Disposable[] = [];
  let watchedFiles: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** Watches the files of all places. Returns whether they differ from the files that were watched before. */
  function updateWatchers(): boolean {
    const files = listFiles();
    if (isSameList(files, watchedFiles)) return false;
    watchedFiles = files;
    for (const watcher of watchers) watcher.dispose();
    watchers = files.map((file) => watchFile(file, readSoon));
    return true;
  }

  /** Returns the kubeconfigs of all places, and the links that lead to them, in order. */
  function listFiles(): readonly string[] {
    const allPlaces = [selection.place, ...listSharedPlaces().map((shared) => shared.state().place)];
    const kubeconfigs = allPlaces.flatMap((place) =>
      place.kind === "files" ? [] : kubeconfigFiles(findKubeconfigSources(place, machine)),
    );
    const paths = [...new Set(kubeconfigs)].flatMap((file) => listRedirections(file));
    return [...new Set(paths)].toSorted();
  }

  function listSharedPlaces(): readonly SharedPlace[] {
    return [...places.entries().values()];
  }

  function readSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(readAgain, changePauseMs);
  }

  function readAgain(): void {
    if (updateWatchers()) timer = setTimeout(readAgain, watchStartMs);
    changed();
    for (const shared of listSharedPlaces()) shared.rereadKubeconfig();
  }

  return {
    updateFiles() {
      updateWatchers();
    },
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.dispose();
    },
  };
}

/** Calls `changed` when a file is written, created or deleted. */
function watchFile(file: string, changed: () => void): Disposable {
  // Watches the whole folder, because a file name may contain pattern characters.
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(dirname(file)), "*"));
  const announceIfSame = ({ fsPath }: Uri): void => {
    if (basename(fsPath) === basename(file)) changed();
  };
  watcher.onDidChange(announceIfSame);
  watcher.onDidCreate(announceIfSame);
  watcher.onDidDelete(announceIfSame);
  return watcher;
}

/**
 * Returns the paths whose change can redirect a file: every link on its path, and the end of the path. Links of folders
 * count, too (a mounted Secret is renewed by one). The end is the file, or the first missing part of the path.
 */
function listRedirections(file: string, links = 0): readonly string[] {
  const { root } = parse(file);
  const names = file.slice(root.length).split(sep);
  for (let count = 1; count <= names.length; count += 1) {
    const path = join(root, ...names.slice(0, count));
    const target = readLinkTarget(path);
    if (target === "missing" || (target === undefined && count === names.length)) return [path];
    if (target === undefined) continue;
    const next = resolve(dirname(path), target.link, ...names.slice(count));
    return links === maxLinks ? [path] : [path, ...listRedirections(next, links + 1)];
  }
  return [file];
}

/** Returns the target of a link; undefined for an existing path that is no link. */
function readLinkTarget(path: string): { readonly link: string } | "missing" | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : undefined;
  } catch {
    return "missing";
  }
}
