import type { KubeObject } from "../../../model/object.ts";
import { listAt, textAt, toList, valueAt } from "../../../parse/json-value.ts";
import { operatorVersionVariable } from "../../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../../tables/operator.ts";

/** The environment of the operator's container, by the name of the variable. */
export type Variables = ReadonlyMap<string, string>;

/**
 * The variables with a literal value. One without `value` is present and empty, one with `valueFrom` is unknown. Only
 * the operator's own container counts (deploy/operator.yaml names it as the Deployment without OLM), else the first.
 */
export function readVariables(containers: unknown): Variables {
  const variables = new Map<string, string>();
  for (const variable of listEnvironment(containers)) {
    const name = textAt(variable, "name");
    if (name === "") continue;
    if (valueAt(variable, "valueFrom") === undefined) variables.set(name, textAt(variable, "value"));
    // The container gets the last variable of a name (core/v1 types.go, Container.Env).
    else variables.delete(name);
  }
  return variables;
}

/** Whether the operator's container has an environment at all. */
export function hasEnvironment(containers: unknown): boolean {
  return listEnvironment(containers).length > 0;
}

function listEnvironment(containers: unknown): readonly unknown[] {
  const all = toList(containers);
  const own = all.find((each) => operatorDeployments.includes(textAt(each, "name"))) ?? all[0];
  return listAt(own, "env");
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
