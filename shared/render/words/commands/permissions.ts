import { quoteShellWord } from "../../../model/shell-word.ts";
import { joinNames } from "../../../outline/words/names.ts";

/** The roles that the text is about, and how they are bound. */
export interface GrantedRoles {
  readonly roles: readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
  }[];
  /** The types as the user named them. Empty: all that a report finds by itself. */
  readonly types: readonly string[];
  readonly namespace: string | undefined;
  readonly gaps: readonly GapText[];
}

/** What the roles do not permit. */
type GapText =
  | { readonly code: "application-kinds" | "newer-components" | "related-kinds" }
  | { readonly code: "other-namespaces"; readonly resources: readonly string[] };

/** The comment before the roles, a line each, without the comment sign. */
export function permissionsComment({ roles, types, namespace, gaps }: GrantedRoles): readonly string[] {
  const what = types.length === 0 ? "HyperConverged, Applications and Greenhouse" : joinNames(types);
  const place = namespace === undefined ? "in all namespaces" : `in namespace ${namespace}`;
  return [
    `Permissions for kubectl hco-status to read ${what} ${place}.`,
    ...(namespace === undefined ? [] : ["The Role covers that namespace, the ClusterRole only cluster-scoped kinds."]),
    "Read-only, and without Secrets. To grant them to a user:",
    ...roles.map(({ kind, metadata }) => `  ${bindCommand(kind, metadata)}`),
    "Not included:",
    ...gaps.map((gap) => `- ${gapText(gap)}`),
    "- what kubectl hco-status logs needs: get on pods and pods/log",
  ];
}

/** The comment before the role for a hub, a line each, without the comment sign. */
export function inventoryComment(
  role: GrantedRoles["roles"][number],
  namespace: string | undefined,
): readonly string[] {
  const place = namespace === undefined ? "" : ` of namespace ${namespace}`;
  return [
    `Permissions on the hub for kubectl hco-status --inventory to list the clusters${place}.`,
    "Read-only, and without Secrets. To grant them to a user:",
    `  ${bindCommand(role.kind, role.metadata)}`,
    "Not included:",
    "- what it reads on each cluster: kubectl hco-status permissions",
  ];
}

/** The error for what is read on a cluster, together with an inventory. */
export const typesOfInventoryText =
  "permissions --inventory is about the hub alone; remove the types, --deep and --related";

function bindCommand(
  kind: string,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
): string {
  return kind === "Role"
    ? `kubectl create rolebinding ${name} -n ${quoteShellWord(namespace ?? "")} --role=${name} --user=USER`
    : `kubectl create clusterrolebinding ${name} --clusterrole=${name} --user=USER`;
}

function gapText(gap: GapText): string {
  switch (gap.code) {
    case "application-kinds":
      return "the kinds in spec.componentKinds of an Application: name them too, as in permissions applications services";
    case "newer-components":
      return "components that a newer release of HyperConverged adds";
    case "related-kinds":
      return "other kinds that status.relatedObjects records: name them too, except Secrets";
    case "other-namespaces":
      return `in other namespaces, where an object refers to one: ${gap.resources.join(", ")}`;
  }
}

/** The error for an object instead of a type. */
export function objectNotTypeText(typed: string): string {
  return `permissions takes types, not the name of an object: use "${typed.split("/")[0]}" instead of "${typed}"`;
}

/** The error for an empty type. */
export const emptyTypeText = "permissions takes types: one of them is empty";

/** The error for Secrets. */
export const secretTypeText =
  "permissions never includes Secrets: RBAC cannot permit their metadata without their data";

/** The error for a name that no role can have. */
export function invalidRoleNameText(name: string): string {
  return `invalid argument "${name}" for "--name": use letters, digits, "-", "." and ":", e.g. hco-status`;
}

/** The error for a type that neither the plugin nor the cluster knows. */
export function unknownPermissionTypeText(typed: string, hint: string | undefined): string {
  const meant = hint === undefined ? "" : `; did you mean "${hint}"?`;
  return `the server doesn't have a resource type "${typed}"${meant}`;
}
