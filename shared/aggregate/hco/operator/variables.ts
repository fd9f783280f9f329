import type { KubeObject } from "../../../model/object.ts";
import { listAt, textAt, toList, valueAt } from "../../../parse/json-value.ts";
import { operatorVersionVariable } from "../../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../../tables/operator.ts";

/** The environment of the operator's container, by the name of the variable. */
export type Variables = ReadonlyMap<string, string>;

/**
 * The variables of the operator's container. A variable without `value` is empty, and one with `valueFrom` is omitted, because
 * its value is not known. Of several with one name the last counts (kubernetes/api core/v1/types.go, Container.Env).
 */
export function readVariables(containers: unknown): Variables {
  const variables = new Map<string, string>();
  for (const variable of listEnvironment(containers)) {
    const name = textAt(variable, "name");
    if (name === "") continue;
    if (valueAt(variable, "valueFrom") === undefined) variables.set(name, textAt(variable, "value"));
    else variables.delete(name);
  }
  return variables;
}

/** Whether the operator's container has an environment at all. */
export function hasEnvironment(containers: unknown): boolean {
  return listEnvironment(containers).length > 0;
}

/** The environment of the container that has the name of the operator's Deployment, otherwise of the first container. */
function listEnvironment(containers: unknown): readonly unknown[] {
  const list = toList(containers);
  const named = list.find((container) => operatorDeployments.includes(textAt(container, "name")));
  return listAt(named ?? list[0], "env");
}

/** The variables that the template of a Deployment or ReplicaSet sets. */
export function readTemplateVariables({ spec }: KubeObject): Variables {
  return readVariables(valueAt(spec, "template", "spec", "containers"));
}

/** The operator version that a template passes to its own container, or "" where it sets none. */
export function readTemplateVersion(object: KubeObject): string {
  return readOperatorVersion(readTemplateVariables(object));
}

/** The operator's own version among its variables, or "". */
export function readOperatorVersion(variables: Variables): string {
  return variables.get(operatorVersionVariable) ?? "";
}
