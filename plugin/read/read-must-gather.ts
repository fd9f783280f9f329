import { stat } from "node:fs/promises";
import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
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
import { isSameKind, type Kind } from "../../shared/model/kind.ts";
import type { Damage, Snapshot } from "../../shared/model/snapshot.ts";
import { joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { readingMustGatherText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { readScope } from "../cli/scope.ts";
import type { NamedKind } from "../naming/requested-objects.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import { findNamespaceLimit, reportFiles } from "./report-files.ts";

/**
 * Reads the must-gather at `path` by the same plan as a cluster, so that only needed files are opened. A bundle of
 * `snapshot` is read as its snapshot. `staysOpen`: it stays open for logs. Ages count from when it was made, else from
 * the newest time inside what was read.
 * @throws InputError where it cannot be used, or has nothing to report on. Naming throws its own errors.
 */
export async function readMustGather(
  path: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
  staysOpen = false,
): Promise<ReadSnapshot> {
  const bundled = await snapshotInBundle(path);
  if (bundled !== undefined) return readBundled(bundled, path, options, environment);
  compileFor("much");
  const progress = new ProgressLine(environment);
  try {
    const opened = await openPath(path, (share) => progress.show(() => readingMustGatherText(path, share)));
    if ("files" in opened) return await readAsFiles(path, opened, options, environment);
    const { mustGather } = opened;
    try {
      const all = mustGather.resources;
      const scope: ReadScope = {
        ...readScope(options),
        ...(options.tree && { kinds: (await all()).filter(({ namespaced }) => namespaced) }),
      };
      const read = await resolveNames(options, { source: "must-gather", all }, async ({ wanted }) => {
        mustGather.limitRoots(listRootKinds(wanted, options));
        return readOpenedMustGather(mustGather, path, wanted === undefined ? scope : { ...scope, wanted });
      });
      const { snapshot, requested } = read;
      if (requested.wanted === undefined && options.namespace === undefined && isOfSomethingElse(snapshot))
        throw await otherContentError(path, mustGather);
      const known = {
        requested,
        snapshot:
          options.at === undefined
            ? withTakenAt(snapshot, mustGather, environment.now())
            : { ...snapshot, takenAt: options.at },
      };
      if (staysOpen) return { ...known, open: { ...mustGather.logs, close: () => mustGather.close() } };
      mustGather.close();
      return known;
    } catch (error) {
      mustGather.close();
      throw error;
    }
  } finally {
    progress.end();
  }
}

/** The requested kinds of which each collected object is a root of the Report: no name, selector or namespace restricts them. */
function listRootKinds(
  wanted: readonly NamedKind[] = [],
  { namespace, selector, fieldSelector }: CommandLineOptions,
): readonly Kind[] {
  if ((namespace ?? selector ?? fieldSelector) !== undefined) return [];
  return wanted.filter(({ name }) => name === undefined).map(({ kind }) => kind);
}

/** Reads the snapshot in a bundle. @throws InputError where it is none. */
async function readBundled(
  text: string,
  path: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  const { snapshot } = readTextObjects(text, path);
  if (snapshot === undefined) throw new InputError(damagedBundleText(path));
  const { reportSavedSnapshot } = await import("./read-saved-snapshot.ts");
  return reportSavedSnapshot(snapshot, options, environment);
}

/** Reads the manifests in a folder or archive that is no must-gather. @throws InputError where it has none. */
async function readAsFiles(
  path: string,
  { files, refusal, budget }: Extract<OpenedPath, { readonly files: unknown }>,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  const { files: named } = options;
  // The refusal of a must-gather recommends -f.
  try {
    // As kubectl does, -f reads what is below a folder only with -R.
    if (named.length > 0 && (await stat(path)).isDirectory())
      throw new InputError(unusableFileText(path, noManifestText(false)));
    const read = await readPlainFiles(files, path, budget);
    if (read.objects.length === 0 && named.length === 0) throw refusal;
    if (read.objects.length === 0) throw new InputError(emptyOfObjectsText(path, read.damage));
    const limited = limitToNamespace(read.objects, findNamespaceLimit(options));
    return await reportFiles({ ...read, ...limited }, path, options, environment);
  } finally {
    files.close();
  }
}

/**
 * The error for an archive without an object.
 * @param damage what could not be used in the archive
 */
function emptyOfObjectsText(
  path: string,
  damage: readonly { readonly where: string; readonly cause: string }[],
): string {
  const [first] = damage;
  if (first !== undefined) return unusableFileText(first.where, nothingUsableText(first.cause, damage.length));
  return unusableFileText(path, "no .yaml, .yml, .json or text file in it holds a Kubernetes object");
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

async function otherContentError(path: string, mustGather: OpenedMustGather): Promise<InputError> {
  const { contents, whole, resources } = mustGather;
  const [damaged] = whole({
    source: { kind: "must-gather", name: path },
    takenAt: "",
    readings: [],
    damage: [],
  }).damage;
  const own = (await resources()).filter(({ group }) => group !== "");
  return new InputError(otherMustGatherText({ path, contents, damaged, types: own.map(({ plural }) => plural) }));
}

/** The error for a must-gather without HyperConvergeds. */
function otherMustGatherText({ path, contents, damaged, types }: OtherMustGather): string {
  const such = types.length === 0 ? "" : `, such as ${joinNames(shortenNames(types, 6))}`;
  if (damaged?.isTruncated)
    return `${unusableFileText(path, damaged.cause)}; what was read of it has no HyperConverged`;
  const fault = damaged === undefined ? "" : ` (${damaged.where}: ${damaged.cause})`;
  return `no HyperConverged in ${path}: it has ${contents}${fault}; collect it with OpenShift Virtualization's must-gather image (oc adm must-gather --image=…), or report on another TYPE or TYPE/NAME${such}`;
}

/** A must-gather without HyperConvergeds: what it has, and the types that it has objects or definitions of. */
interface OtherMustGather {
  readonly path: string;
  readonly contents: string;
  readonly damaged: Damage | undefined;
  readonly types: readonly string[];
}
