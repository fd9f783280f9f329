import { unwatchFile, watchFile } from "node:fs";
import type { Disposable } from "vscode";
import { kubeconfigFiles } from "../../shared/io/kubeconfig/file-list.ts";
import { isSameList } from "../places/cluster-parts.ts";
import { findKubeconfigSources } from "../places/kubeconfig-setting.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { SharedPlace } from "../places/shared-place.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { PlaceSelection } from "./selection.ts";

/**
 * Milliseconds between two looks at a file. VS Code's own watch of a file outside the workspace loses changes on a busy
 * machine, and where the system has no more watches to give. Another cluster would then be shown as the current one.
 */
const lookIntervalMs = 1_000;

/** A program that rewrites a kubeconfig touches it several times. */
const changePauseMs = 300;

/** The first look at a new file is over after this time. Changes before that are found by a second reading. */
const firstLookMs = 1_500;

export interface KubeconfigWatch extends Disposable {
  /** Watches the files that the places name now. */
  updateFiles(): void;
  /** Stops looking at the files. The next `updateFiles` goes on, and every place reads its own again. */
  pause(): void;
}

/**
 * Watches the kubeconfig files of the sidebar's place and of all others. When a file is written, renamed into place,
 * created or deleted, or a link on its path leads elsewhere, every place reads its own again.
 * @param changed is called before the places read their files.
 */
export function watchKubeconfigs(
  places: PlaceCache,
  selection: Pick<PlaceSelection, "place">,
  machine: HostMachine,
  changed: () => void,
): KubeconfigWatch {
  let watchedFiles: readonly string[] = [];
  let isPaused = false;
  let timer: NodeJS.Timeout | undefined;

  /** Watches the files of all places. Returns whether they differ from the files that were watched before. */
  function watchFiles(files: readonly string[]): boolean {
    if (isSameList(files, watchedFiles)) return false;
    for (const file of watchedFiles) unwatchFile(file, readSoon);
    for (const file of files) watchFile(file, { interval: lookIntervalMs, persistent: false }, readSoon);
    watchedFiles = files;
    return true;
  }

  /** Returns the kubeconfigs of all places, in order. */
  function listFiles(): readonly string[] {
    const allPlaces = [selection.place, ...listSharedPlaces().map((shared) => shared.state().place)];
    const kubeconfigs = allPlaces.flatMap((place) =>
      place.kind === "files" ? [] : kubeconfigFiles(findKubeconfigSources(place, machine)),
    );
    return [...new Set(kubeconfigs)].toSorted();
  }

  function listSharedPlaces(): readonly SharedPlace[] {
    return [...places.entries().values()];
  }

  function readSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(readAgain, changePauseMs);
  }

  function readAgain(): void {
    if (watchFiles(listFiles())) timer = setTimeout(readAgain, firstLookMs);
    changed();
    for (const shared of listSharedPlaces()) shared.rereadKubeconfig();
  }

  return {
    updateFiles() {
      watchFiles(listFiles());
      if (isPaused) readSoon();
      isPaused = false;
    },
    pause() {
      if (watchedFiles.length === 0) return;
      isPaused = true;
      clearTimeout(timer);
      watchFiles([]);
    },
    dispose() {
      clearTimeout(timer);
      watchFiles([]);
    },
  };
}
