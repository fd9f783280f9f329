import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { createPlaceCache } from "../../../extension/places/place-cache.ts";
import type { SharedPlace } from "../../../extension/places/shared-place.ts";
import { KubeconfigWatch } from "../../../extension/session/watch-kubeconfig.ts";

const place: Place = { kind: "cluster", namespaces: [] };
const patience = { timeout: 60_000, interval: 50 };
let folder: string;
let file: string;
let watch: KubeconfigWatch | undefined;
let readings: number;

const failed = (error: unknown): void => {
  throw error;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hco-status-kubeconfig-"));
  file = join(folder, "config");
  mkdirSync(join(folder, "first"));
  mkdirSync(join(folder, "second"));
  readings = 0;
});

afterEach(() => {
  watch?.dispose();
  rmSync(folder, { recursive: true });
});

/** Watches the file of KUBECONFIG. Each reading of the place counts. */
function startWatch(path: string): KubeconfigWatch {
  const places = createPlaceCache((opened) => {
    const source = { rereadKubeconfig: () => (readings += 1) };
    const shared = { state: () => ({ place: opened }), source };
    return shared as unknown as SharedPlace;
  });
  places.getOrCreate(place);
  const machine = { env: { KUBECONFIG: path }, home: folder, platform: "linux", architecture: "x64" };
  watch = new KubeconfigWatch({ places, selection: { place }, machine, changed: () => undefined, failed });
  watch.updateFiles();
  return watch;
}

test.for<readonly [change: string, act: () => void]>([
  ["is written", () => writeFileSync(file, "other")],
  [
    "is replaced by another file",
    () => {
      writeFileSync(`${file}.new`, "new");
      renameSync(`${file}.new`, file);
    },
  ],
  ["is deleted", () => rmSync(file)],
])("a kubeconfig that %s is read again", async ([, act]) => {
  writeFileSync(file, "first");
  startWatch(file);
  act();
  await expect.poll(() => readings, patience).toBeGreaterThan(0);
});

test("a kubeconfig that is created later is read", async () => {
  startWatch(file);
  writeFileSync(file, "first");
  await expect.poll(() => readings, patience).toBeGreaterThan(0);
});

test("a kubeconfig behind a folder's link is read again when the link leads elsewhere", async () => {
  for (const name of ["first", "second"]) writeFileSync(join(folder, name, "config"), name);
  const link = join(folder, "current");
  symlinkSync("first", link);
  startWatch(join(link, "config"));
  symlinkSync("second", `${link}.new`);
  renameSync(`${link}.new`, link);
  await expect.poll(() => readings, patience).toBeGreaterThan(0);
});

test("a kubeconfig that changes while no surface is visible is read when one is visible again", async () => {
  writeFileSync(file, "first");
  const paused = startWatch(file);
  paused.pause();
  writeFileSync(file, "other");
  paused.updateFiles();
  await expect.poll(() => readings, patience).toBeGreaterThan(0);
});

test("a kubeconfig that stayed as it was while no surface was visible is not read again", async () => {
  writeFileSync(file, "first");
  const paused = startWatch(file);
  paused.pause();
  paused.updateFiles();
  writeFileSync(`${file}.new`, "other");
  renameSync(`${file}.new`, file);
  await expect.poll(() => readings, patience).toBe(1);
});
