import { stat } from "node:fs/promises";
import { selectRoots } from "../../shared/aggregate/select-roots.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import { noManifestText, nothingUsableText, unusableFileText } from "../../shared/io/errors/file-errors.ts";
import { limitToNamespace } from "../../shared/io/files/read-objects.ts";
import { damagedBundleText, snapshotInBundle } from "../../shared/io/files/snapshot-bundle.ts";
import { readTextObjects } from "../../shared/io/files/text-objects.ts";
import { type OpenedMustGather, type OpenedPath, openPath } from "../../shared/io/must-gather/open-must-gather.ts";
import { readPlainFiles } from "../../shared/io/must-gather/plain-files.ts";
import { readOpenedMustGather, withTakenAt } from "../../shared/io/must-gather/read-must-gather.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSameKind, type Kind } from "../../shared/model/kind.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { readingMustGatherText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { NamedKind } from "../naming/requested-objects.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import { findNamespaceLimit, makeFilesSnapshot } from "./files-snapshot.ts";
import { readScope } from "./read-scope.ts";

/**
 * Reads what `--must-gather` names, or the only path of `-f`. It is the first of these:
 * 1. a bundle of `snapshot`, of which the snapshot is read;
 * 2. a folder or an archive of plain manifests, of which all are read;
 * 3. a must-gather, of which only the needed files are opened, by the same plan as for a cluster. Ages count from when it
 *    was made, else from the newest time inside what was read.
 * @param staysOpen whether the logs of the must-gather can be read afterwards. The caller closes it.
 * @throws InputError where it cannot be used, or has nothing to report on. Naming throws its own errors.
 */
export async function readMustGather(
  path: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
  staysOpen = false,
): Promise<ReadSnapshot> {
  const bundled = await snapshotInBundle(path);
  if (bundled !== undefined) {
    const { snapshot } = readTextObjects(bundled, path);
    if (snapshot === undefined) throw new InputError(damagedBundleText(path));
    const { readSavedSnapshotWithNote } = await import("./read-saved-snapshot.ts");
    return readSavedSnapshotWithNote(snapshot, options, environment);
  }
  compileFor("much");
  const progress = new ProgressLine(environment);
  try {
    const opened = await openPath(path, (share) => progress.show(() => readingMustGatherText(path, share)));
    if ("files" in opened) return await readManifests(path, opened, options, environment);
    const { mustGather } = opened;
    try {
      const read = await readByPlan(path, mustGather, options, environment);
      if (staysOpen) return { ...read, open: { ...mustGather.logs, close: () => mustGather.close() } };
      mustGather.close();
      return read;
    } catch (error) {
      mustGather.close();
      throw error;
    }
  } finally {
    progress.end();
  }
}

/** Reads an open must-gather. @throws InputError where it was made of something else than the options ask about. */
async function readByPlan(
  path: string,
  mustGather: OpenedMustGather,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  const all = mustGather.resources;
  const scope = await readScope(options, all);
  const { snapshot, requested } = await resolveNames(options, { source: "must-gather", all }, async ({ wanted }) => {
    mustGather.limitRoots(listRootKinds(wanted, options));
    return readOpenedMustGather(mustGather, path, { ...scope, ...definedFields({ wanted }) });
  });
  if (requested.wanted === undefined && options.namespace === undefined && isOfSomethingElse(snapshot))
    throw await otherContentError(path, mustGather);
  if (options.at !== undefined) return { requested, snapshot: { ...snapshot, takenAt: options.at } };
  return { requested, snapshot: withTakenAt(snapshot, mustGather, environment.now()) };
}

/** The requested kinds of which each collected object is a root of the Report: no name, selector or namespace restricts them. */
function listRootKinds(
  wanted: readonly NamedKind[] = [],
  { namespace, selector, fieldSelector }: CommandLineOptions,
): readonly Kind[] {
  if ((namespace ?? selector ?? fieldSelector) !== undefined) return [];
  return wanted.filter(({ name }) => name === undefined).map(({ kind }) => kind);
}

/**
 * Whether the must-gather has no roots and did not collect HyperConvergeds. A must-gather of an empty cluster did
 * collect them.
 */
function isOfSomethingElse(snapshot: Snapshot): boolean {
  const isCollected = snapshot.readings.some(
    ({ query, outcome }) => isSameKind(query, hcoProfile.root) && outcome === "found",
  );
  return !isCollected && selectRoots(indexSnapshot(snapshot), {}).length === 0;
}

/** The error for a must-gather without HyperConvergeds: what it has instead, and the types that it can report on. */
async function otherContentError(path: string, mustGather: OpenedMustGather): Promise<InputError> {
  const nothingRead: Snapshot = { source: { kind: "must-gather", name: path }, takenAt: "", readings: [], damage: [] };
  const [damage] = mustGather.whole(nothingRead).damage;
  if (damage?.isTruncated)
    return new InputError(`${unusableFileText(path, damage.cause)}; what was read of it has no HyperConverged`);
  const fault = damage === undefined ? "" : ` (${damage.where}: ${damage.cause})`;
  const types = (await mustGather.resources()).filter(({ group }) => group !== "").map(({ plural }) => plural);
  const examples = types.length === 0 ? "" : `, such as ${joinNames(shortenNames(types, 6))}`;
  return new InputError(
    `no HyperConverged in ${path}: it has ${mustGather.contents}${fault}; collect it with OpenShift Virtualization's must-gather image (oc adm must-gather --image=…), or report on another TYPE or TYPE/NAME${examples}`,
  );
}

/** Reads the manifests in a folder or archive that is no must-gather. @throws InputError where it has none. */
async function readManifests(
  path: string,
  { files, refusal, budget }: Extract<OpenedPath, { readonly files: unknown }>,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  const isOfFilename = options.files.length > 0;
  try {
    // As kubectl does, -f reads what is below a folder only with -R.
    if (isOfFilename && (await stat(path)).isDirectory())
      throw new InputError(unusableFileText(path, noManifestText(false)));
    const read = await readPlainFiles(files, path, budget);
    if (read.objects.length > 0) {
      const limited = limitToNamespace(read.objects, findNamespaceLimit(options));
      return await makeFilesSnapshot({ ...read, ...limited }, path, options, environment);
    }
    // The refusal of a must-gather recommends -f.
    if (!isOfFilename) throw refusal;
    const [damage] = read.damage;
    if (damage === undefined)
      throw new InputError(
        unusableFileText(path, "no .yaml, .yml, .json or text file in it holds a Kubernetes object"),
      );
    throw new InputError(unusableFileText(damage.where, nothingUsableText(damage.cause, read.damage.length)));
  } finally {
    files.close();
  }
}
