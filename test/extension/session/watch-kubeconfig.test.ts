import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { createPlaceCache } from "../../../extension/places/place-cache.ts";
import type { SharedPlace } from "../../../extension/places/shared-place.ts";
import { type KubeconfigWatch, watchKubeconfigs } from "../../../extension/session/watch-kubeconfig.ts";

const place: Place = { kind: "cluster", namespaces: [] };
const patience = { timeout: 60_000, interval: 50 };
let folder: string;
let file: string;
let watch: KubeconfigWatch | undefined;
let readings: number;

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

/** Watches KUBECONFIG, and waits until the first look at it is over. */
async function startWatch(path: string): Promise<void> {
  const places = createPlaceCache((opened) => {
    const shared = { state: () => ({ place: opened }), rereadKubeconfig: () => (readings += 1) };
    return shared as unknown as SharedPlace;
  });
  places.getOrCreate(place);
  const machine = { env: { KUBECONFIG: path }, home: folder, platform: "linux", architecture: "x64" };
  watch = watchKubeconfigs(places, { place }, machine, () => undefined);
  watch.updateFiles();
  await expectReadingAfter(() => writeFileSync(path, `written again at ${readings}`));
}

/** A change may fall before the first look at a file, which sees none then: it is made until it is seen. */
async function expectReadingAfter(change: () => void): Promise<void> {
  const before = readings;
  const changeAgain = (): number => {
    change();
    return readings - before;
  };
  await expect.poll(changeAgain, { ...patience, interval: 2_500 }).toBeGreaterThan(0);
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
  await startWatch(file);
  const before = readings;
  act();
  await expect.poll(() => readings, patience).toBeGreaterThan(before);
});

test("a kubeconfig that is created later is read", async () => {
  await startWatch(file);
});

test("a kubeconfig behind a folder's link is read again when the link leads elsewhere", async () => {
  for (const name of ["first", "second"]) writeFileSync(join(folder, name, "config"), name);
  const link = join(folder, "current");
  symlinkSync("first", link);
  await startWatch(join(link, "config"));
  const before = readings;
  symlinkSync("second", `${link}.new`);
  renameSync(`${link}.new`, link);
  await expect.poll(() => readings, patience).toBeGreaterThan(before);
});

test("a kubeconfig that changes while no surface is visible is read when one is visible again", async () => {
  writeFileSync(file, "first");
  await startWatch(file);
  watch?.pause();
  const before = readings;
  writeFileSync(file, "other");
  watch?.updateFiles();
  await expect.poll(() => readings, patience).toBeGreaterThan(before);
});
