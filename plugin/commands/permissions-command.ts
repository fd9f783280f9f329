import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { inventoryQueries } from "../../shared/io/inventory/read-inventory.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSecret, type Kind, typeName } from "../../shared/model/kind.ts";
import { kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
import {
  type AccessExtras,
  type AccessGrant,
  type AccessRole,
  makeAccessRoles,
  makeInventoryRole,
} from "../../shared/permissions/access-roles.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { renderYaml } from "../../shared/render/formats/yaml.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { resolveTargets } from "../naming/requested-objects.ts";
import { createTypeResolver } from "../naming/type-resolver.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { chooseCluster, openConnection } from "../read/choose-cluster.ts";
import { openCluster } from "../read/open-cluster.ts";

/**
 * `permissions [TYPE ...]`: prints the ClusterRole, or the Role and ClusterRole, that reading these types needs. The
 * cluster is asked only for types that are not built in. With `--inventory` it is the role for the hub alone.
 * @throws UsageError for Secrets and for unknown types; InputError, ConnectionError where the cluster cannot be asked.
 */
export async function runPermissions(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { namespace, deep, related, platform, roleName } = options;
  if (options.isInventory) {
    const queries = inventoryQueries(definedFields({ namespace }));
    environment.print(renderHubRole(makeInventoryRole(queries, roleName), options));
    return 0;
  }
  const kinds = await resolveKinds(options, environment);
  if (kinds.some(isSecret)) {
    throw new UsageError("permissions never includes Secrets: RBAC cannot permit their metadata without their data");
  }
  const scope = { kinds, deep, related, platform, ...definedFields({ namespace }) };
  environment.print(renderRoles(makeAccessRoles(scope, roleName, readExtras(options)), kinds, options));
  return 0;
}

function readExtras({ logs, machines }: CommandLineOptions): AccessExtras {
  return { logs: logs === "on", machines };
}

function renderHubRole(role: AccessRole, { output, namespace }: CommandLineOptions): string {
  if (output.format === "json") return renderJson(role);
  return `${commentLines(inventoryComment(role, namespace))}${renderYaml(role)}`;
}

function commentLines(lines: readonly string[]): string {
  return lines.map((line) => `# ${sanitizeLine(line)}\n`).join("");
}

function renderRoles({ roles, gaps }: AccessGrant, kinds: readonly Kind[], options: CommandLineOptions): string {
  if (options.output.format === "json") {
    const [onlyRole] = roles.length === 1 ? roles : [];
    return renderJson(onlyRole ?? { apiVersion: "v1", kind: "List", items: roles });
  }
  const types = kinds.map(typeName);
  const { namespace, platform } = options;
  const head = commentLines(
    permissionsComment({ roles, types, namespace, gaps, platform, extras: readExtras(options) }),
  );
  return `${head}${roles.map(renderYaml).join("---\n")}`;
}

/** Returns the kinds of the types that the user named, each once. The cluster is asked only for unknown types. */
async function resolveKinds(options: CommandLineOptions, environment: HostEnvironment): Promise<readonly Kind[]> {
  const types = [...new Set(options.operands.flatMap((operand) => operand.split(",")))];
  const builtIn = createTypeResolver({ source: "server", all: async () => [] });
  const builtInKinds = await Promise.all(types.map(builtIn.findBuiltInType));
  const unknownTypes = types.filter((_, index) => builtInKinds[index] === undefined);
  const servedKinds = unknownTypes.length === 0 ? [] : await readServedKinds(unknownTypes, options, environment);
  const kinds = [...builtInKinds, ...servedKinds].filter((kind) => kind !== undefined);
  return [...new Map(kinds.map((kind) => [`${kind.group}/${kind.plural}`, kind])).values()];
}

/** Returns the kinds of types that only the cluster knows. @throws UsageError for a type that it does not serve. */
async function readServedKinds(
  types: readonly string[],
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<readonly Kind[]> {
  const chosen = await chooseCluster(options, environment);
  const connection = await openConnection(chosen, options, environment);
  try {
    const { names } = await openCluster(connection, chosen, options, environment);
    const { wanted = [], unknown } = await resolveTargets(
      types.map((type) => ({ type })),
      createTypeResolver(names),
    );
    const [missing] = unknown;
    if (missing !== undefined) throw new UsageError(unknownPermissionTypeText(missing.type, missing.hint));
    return wanted.map(({ kind }) => kind);
  } finally {
    connection.close();
  }
}

/** The error for a type that neither the plugin nor the cluster knows. */
function unknownPermissionTypeText(typed: string, hint: string | undefined): string {
  const suggestion = hint === undefined ? "" : `; did you mean "${hint}"?`;
  return `the server doesn't have a resource type "${typed}"${suggestion}`;
}

/** The roles that the text is about, and how they are bound. */
interface GrantedRoles {
  readonly roles: readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
  }[];
  /** The types as the user named them. Empty: all that a report finds by itself. */
  readonly types: readonly string[];
  readonly namespace: string | undefined;
  readonly gaps: readonly GapText[];
  readonly extras: AccessExtras;
  /** Whether they permit what `gate upgrade --platform` reads. */
  readonly platform: boolean;
}

/** What the roles do not permit. */
type GapText =
  | { readonly code: "application-kinds" | "newer-components" | "related-kinds" }
  | { readonly code: "other-namespaces"; readonly resources: readonly string[] };

/** The comment before the roles, a line each, without the comment sign. */
function permissionsComment({ roles, types, namespace, gaps, extras, platform }: GrantedRoles): readonly string[] {
  const typeNames = types.length === 0 ? "HyperConverged, Applications and Greenhouse" : joinNames(types);
  const place = namespace === undefined ? "in all namespaces" : `in namespace ${namespace}`;
  const lines = [`Permissions for kubectl hco-status to read ${typeNames} ${place}.`];
  if (namespace !== undefined) {
    lines.push("The Role covers that namespace, the ClusterRole only cluster-scoped kinds.");
  }
  lines.push("Read-only, and without Secrets. To grant them to a user:");
  for (const { kind, metadata } of roles) lines.push(`  ${bindCommand(kind, metadata)}`);
  lines.push("Not included:");
  for (const gap of gaps) lines.push(`- ${gapText(gap)}`);
  if (extras.logs !== true) {
    lines.push("- the logs of containers, which a report quotes and kubectl hco-status logs prints: add --logs");
  }
  if (extras.machines !== true) lines.push("- the number of virtual machines that a fault concerns: add --vms");
  const readsHyperConverged = gaps.some(({ code }) => code === "newer-components");
  if (readsHyperConverged && !platform) {
    lines.push("- what kubectl hco-status gate upgrade --platform reads: add --platform");
  }
  return lines;
}

/** The comment before the role for a hub, a line each, without the comment sign. */
function inventoryComment(role: GrantedRoles["roles"][number], namespace: string | undefined): readonly string[] {
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
    ? kubectlCommand(["create", "rolebinding", name, "-n", namespace ?? "", `--role=${name}`, "--user=USER"])
    : kubectlCommand(["create", "clusterrolebinding", name, `--clusterrole=${name}`, "--user=USER"]);
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
