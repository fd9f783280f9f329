import { compareTexts } from "../model/compare-texts.ts";
import { isSecret } from "../model/kind.ts";
import type { Query } from "../model/snapshot.ts";
import { worstCaseName } from "./worst-case-objects.ts";

/** One rule of a ClusterRole or Role (rbac/v1, PolicyRule). */
export interface PolicyRule {
  readonly apiGroups: readonly [string];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * The rules that permit the queries, sorted by group. A list is followed by a watch. A `get` is watched as a list of one
 * object (io/watch/reflector/reflector-state.ts). RBAC permits such a list by the name of the object. A query for Secrets
 * gets no rule: RBAC cannot permit their metadata alone.
 */
export function makePolicyRules(queries: readonly Query[]): readonly PolicyRule[] {
  const accesses = queries.filter((query) => !isSecret(query)).map(readAccess);
  const byResource = [...Map.groupBy(accesses, ({ group, resource }) => `${group}/${resource}`).values()];
  const unnamed = byResource.flatMap((ofResource) => mergeVerbs(ofResource.filter(({ name }) => name === undefined)));
  const isPermittedUnnamed = ({ group, resource, verbs }: ResourceAccess): boolean =>
    unnamed.some(
      (access) =>
        access.group === group && access.resource === resource && verbs.every((verb) => access.verbs.includes(verb)),
    );
  const named = accesses.filter((access) => access.name !== undefined && !isPermittedUnnamed(access));
  return [...makeGroupRules(unnamed), ...makeNameRules(named)].toSorted(compareRules);
}

/** The rules that permit the lists alone, of what is read once and not watched. */
export function makeListRules(queries: readonly Query[]): readonly PolicyRule[] {
  return makePolicyRules(queries).map((rule) => ({ ...rule, verbs: ["list"] }));
}

/** One resource, or one object of it, and what is done with it. */
interface ResourceAccess {
  readonly group: string;
  readonly resource: string;
  readonly name?: string;
  readonly verbs: readonly string[];
}

const verbsOfList = ["list", "watch"];
const verbsOfGet = ["get", "list", "watch"];

function readAccess({ verb, group, plural, name }: Query): ResourceAccess {
  const access = { group, resource: plural, verbs: verb === "get" ? verbsOfGet : verbsOfList };
  // The user's own name for an object is not known yet.
  return name === undefined || name === worstCaseName ? access : { ...access, name };
}

/** The accesses to one resource as one with all their verbs. Empty without any access. */
function mergeVerbs(accesses: readonly ResourceAccess[]): readonly ResourceAccess[] {
  const [first] = accesses;
  if (first === undefined) return [];
  const verbs = new Set(accesses.flatMap((access) => access.verbs));
  return [{ ...first, verbs: verbsOfGet.filter((verb) => verbs.has(verb)) }];
}

/** The rules for resources, one for all resources of a group with the same verbs. */
function makeGroupRules(unnamed: readonly ResourceAccess[]): readonly PolicyRule[] {
  const groups = Map.groupBy(unnamed, ({ group, verbs }) => `${group}/${verbs.join()}`);
  return [...groups.values()].flatMap((accesses) => makeRule(accesses));
}

/** The rules for objects by their names, one for each resource. */
function makeNameRules(named: readonly ResourceAccess[]): readonly PolicyRule[] {
  const groups = Map.groupBy(named, ({ group, resource }) => `${group}/${resource}`);
  return [...groups.values()].flatMap((accesses) => {
    const resourceNames = sortDistinct(accesses.flatMap(({ name = "" }) => name));
    return makeRule(accesses).map((rule) => ({ ...rule, resourceNames }));
  });
}

function makeRule(accesses: readonly ResourceAccess[]): readonly PolicyRule[] {
  return accesses.slice(0, 1).map(({ group, verbs }) => ({
    apiGroups: [group],
    resources: sortDistinct(accesses.map(({ resource }) => resource)),
    verbs,
  }));
}

function sortDistinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

function compareRules(a: PolicyRule, b: PolicyRule): number {
  return compareTexts(sortKey(a), sortKey(b));
}

function sortKey({ apiGroups: [group], resources }: PolicyRule): string {
  return `${group}\n${resources.join()}`;
}
