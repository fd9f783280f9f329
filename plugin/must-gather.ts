import { indexOf } from "../shared/aggregate/lookup.ts";
import type { Scope } from "../shared/aggregate/plan.ts";
import { rootsOf } from "../shared/aggregate/roots.ts";
import { InputError } from "../shared/io/errors.ts";
import { type Gather, openGather } from "../shared/io/gather/gather.ts";
import { dated, readGather } from "../shared/io/gather/read.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { hco } from "../shared/profiles/hco.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { progressOn } from "./progress.ts";
import { scopeOf } from "./scope.ts";
import type { World } from "./world.ts";

/**
 * Reads the must-gather at `path` by the same plan as a cluster, so that only files are opened that are asked for; ages
 * count from when it was made, else from the newest time inside what was read (report.md, "takenAt").
 * @throws InputError where it cannot be used, or has nothing that could be reported on; and what naming does.
 */
export async function readMustGather(path: string, options: Options, world: World): Promise<Read> {
  const progress = progressOn(world, `Reading ${path}`);
  try {
    const gather = await openGather(path, progress.tell);
    try {
      const all = gather.resources;
      const scope: Scope = {
        ...scopeOf(options),
        ...(options.tree && { kinds: (await all()).filter(({ namespaced }) => namespaced) }),
      };
      const read = await namingOf(options, { source: "gather", all }, async ({ wanted }) =>
        readGather(gather, path, wanted === undefined ? scope : { ...scope, wanted }),
      );
      const { snapshot, asked } = read;
      if (asked.wanted === undefined && options.namespace === undefined && isOfSomethingElse(snapshot))
        throw ofSomethingElse(path, gather);
      return {
        asked,
        snapshot:
          options.at === undefined ? dated(snapshot, gather, world.now()) : { ...snapshot, takenAt: options.at },
      };
    } finally {
      gather.close();
    }
  } finally {
    progress.end();
  }
}

/** Nothing in it is a root, and nobody gathered what would be one: an empty cluster is another matter. */
function isOfSomethingElse(snapshot: Snapshot): boolean {
  const isGathered = snapshot.readings.some(
    ({ query, outcome }) => query.kind === hco.root.kind && query.group === hco.root.group && outcome === "found",
  );
  return !isGathered && rootsOf(indexOf(snapshot), {}).length === 0;
}

function ofSomethingElse(path: string, { contents, whole }: Gather): InputError {
  const [damaged] = whole({
    source: { kind: "must-gather", name: path },
    takenAt: "",
    readings: [],
    damage: [],
  }).damage;
  const fault = damaged === undefined ? "" : ` (${damaged.where}: ${damaged.cause})`;
  return new InputError(
    `no HyperConverged in ${path}: it has ${contents}${fault}; the gather of OpenShift Virtualization's own image has it (oc adm must-gather --image=…), and TYPE/NAME reports on something else`,
  );
}
