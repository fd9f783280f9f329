import type { ReadGap } from "../../../model/report.ts";
import { resourceName } from "../../../model/resource-name.ts";
import type { Source } from "../../../model/snapshot.ts";
import { joinNames } from "./names.ts";

/**
 * The text without an object to report on: the request, its result, and what to try at this source. `gaps` are the same
 * request in several namespaces.
 */
export function emptyWords(gaps: readonly [ReadGap, ...ReadGap[]], source: Source["kind"]): string {
  const [gap, ...others] = gaps;
  const resource = resourceName(gap);
  const isLive = source === "cluster";
  const isEverywhere = gap.namespace === undefined;
  const also = others.flatMap((other) => (other.namespace === undefined ? [] : [other.namespace]));
  const place = `${isEverywhere ? "in all namespaces" : `in namespace ${gap.namespace}`}${also.length === 0 ? "" : `, nor in ${also.join(", ")}`}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : ` (${gap.cause})`;
  switch (gap.outcome) {
    case "absent":
      if (gap.name !== undefined)
        return `${gap.kind} ${gap.name} does not exist${isEverywhere ? "" : ` ${place}`}; try -A to see what does`;
      return `No ${gap.kind} found ${isEverywhere ? "in any namespace" : place}; ${isEverywhere ? nobodyMade(source) : "try -A for all namespaces"}`;
    case "noSuchKind":
      return isLive
        ? `No ${gap.kind} here: the cluster does not know ${resource}; is its operator installed, and ${rightCluster}`
        : `No ${gap.kind} here${cause}; was it made on the right cluster?`;
    case "forbidden":
      return `Not allowed to ${gap.verb} ${resource} ${place}${cause}; ask for it, or name a namespace you may read with -n`;
    case "unread":
      return isLive
        ? `Cannot ${gap.verb} ${resource} ${place}${cause}; see whether the server answers, or read from files with -f`
        : `Cannot tell of ${resource} ${place}${cause}; ${elsewhere[source]}`;
  }
}

function nobodyMade(source: Source["kind"]): string {
  return `the kind is installed, but nobody ${source === "cluster" ? "has made one here" : "had made one there"}`;
}

/** What to try beside the given files. */
const elsewhere: Readonly<Record<Source["kind"], string>> = {
  cluster: "",
  "must-gather": "gather again with what collects them, or ask the cluster itself",
  files: "name the file or folder that has them with -f",
  buffer: "hand over what has them",
};

const rightCluster = "is this the right cluster?";

/** Other kinds of root: `Looked for too, and not here: Application of app.k8s.io; Team and Plugin of greenhouse.sap`. */
export function noneEitherWords(gaps: readonly ReadGap[], isForbidden: boolean): string {
  const groups = Map.groupBy(gaps, ({ group }) => group);
  const kinds = Array.from(groups, ([group, some]) => {
    const names = [...new Set(some.map(({ kind }) => kind))];
    return `${joinNames(names)} of ${group}`;
  });
  return `Looked for too, and ${isForbidden ? "not allowed either" : "not here"}: ${kinds.join("; ")}`;
}

/** The text where no request failed, and yet there is no object. */
export function nothingFound({ kind, name }: Source): string {
  const advice: Readonly<Record<Source["kind"], string>> = {
    cluster: `${rightCluster} -A looks in all namespaces`,
    "must-gather": "is this a gather of OpenShift Virtualization?",
    files: "name the file or folder that has it with -f",
    buffer: "it has no object of a kind we know",
  };
  const place = kind === "cluster" ? `context ${name}` : name;
  return `No HyperConverged found in ${place}, nor anything else that can be judged; ${advice[kind]}`;
}

/** The text where the selector matches no object, although there may be others. */
export function noneSelected(
  selector: string,
  namespace: string | undefined,
  { kind, name }: Source,
  kinds: readonly string[] = ["HyperConverged"],
): string {
  const place = namespace === undefined ? "" : ` in namespace ${namespace}`;
  return `No ${kinds.join(" or ")} matches ${selector}${place} in ${kind === "cluster" ? `context ${name}` : name}`;
}
