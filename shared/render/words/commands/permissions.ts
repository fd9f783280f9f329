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
