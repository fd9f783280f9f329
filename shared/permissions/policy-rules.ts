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
  const toAllObjects = mergeVerbs(accesses.filter(({ name }) => name === undefined));
  const toNamedObjects = accesses.filter(({ name }) => name !== undefined);
  const toNamedObjectsAlone = toNamedObjects.filter((access) => !isIncluded(access, toAllObjects));
  return [...makeRulesForAll(toAllObjects), ...makeRulesByName(toNamedObjectsAlone)].toSorted(compareRules);
}

/** The rules that permit the lists alone, of what is read once and not watched. */
export function makeListRules(queries: readonly Query[]): readonly PolicyRule[] {
  return makePolicyRules(queries).map((rule) => ({ ...rule, verbs: ["list"] }));
}

/** What is done with all objects of a resource, or with the one that `name` names. */
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

/** One access to each resource, with the verbs of all accesses to it. */
function mergeVerbs(accesses: readonly ResourceAccess[]): readonly ResourceAccess[] {
  const merged = new Map<string, ResourceAccess>();
  for (const access of accesses) {
    const key = `${access.group}/${access.resource}`;
    merged.set(key, { ...access, verbs: uniteVerbs(access.verbs, merged.get(key)?.verbs) });
  }
  return [...merged.values()];
}

function uniteVerbs(verbs: readonly string[], others: readonly string[] = []): readonly string[] {
  return verbsOfGet.filter((verb) => verbs.includes(verb) || others.includes(verb));
}

/** Whether one of the other accesses, which are to all objects of a resource, includes an access to one object. */
function isIncluded({ group, resource, verbs }: ResourceAccess, toAllObjects: readonly ResourceAccess[]): boolean {
  const other = toAllObjects.find((access) => access.group === group && access.resource === resource);
  return other !== undefined && verbs.every((verb) => other.verbs.includes(verb));
}

/** The rules for all objects of resources, one for the resources of a group with the same verbs. */
function makeRulesForAll(accesses: readonly ResourceAccess[]): readonly PolicyRule[] {
  const rules = new Map<string, PolicyRule>();
  for (const { group, resource, verbs } of accesses) {
    const key = `${group}/${verbs.join()}`;
    const resources = rules.get(key)?.resources ?? [];
    rules.set(key, { apiGroups: [group], resources: sortDistinct([...resources, resource]), verbs });
  }
  return [...rules.values()];
}

/** The rules for objects by their names, one for each resource, with the verbs of all accesses to them. */
function makeRulesByName(accesses: readonly ResourceAccess[]): readonly PolicyRule[] {
  const rules = new Map<string, PolicyRule>();
  for (const { group, resource, verbs, name = "" } of accesses) {
    const key = `${group}/${resource}`;
    const soFar = rules.get(key);
    const resourceNames = sortDistinct([...(soFar?.resourceNames ?? []), name]);
    rules.set(key, {
      apiGroups: [group],
      resources: [resource],
      verbs: uniteVerbs(verbs, soFar?.verbs),
      resourceNames,
    });
  }
  return [...rules.values()];
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
