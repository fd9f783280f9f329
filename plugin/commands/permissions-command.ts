import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { inventoryQueries } from "../../shared/io/inventory/read-inventory.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSecret, type Kind, typeName } from "../../shared/model/kind.ts";
import { kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
import {
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
  const { namespace, deep, related, platform, roleName, output } = options;
  const isJson = output.format === "json";
  if (options.isInventory) {
    const role = makeInventoryRole(inventoryQueries(definedFields({ namespace })), roleName);
    const text = isJson ? renderJson(role) : `${commentLines(describeHubRole(role, namespace))}${renderYaml(role)}`;
    environment.print(text);
    return 0;
  }
  const kinds = await resolveKinds(options, environment);
  if (kinds.some(isSecret)) {
    throw new UsageError("permissions never includes Secrets: RBAC cannot permit their metadata without their data");
  }
  const scope = { kinds, deep, related, platform, ...definedFields({ namespace }) };
  const grant = makeAccessRoles(scope, roleName, { logs: options.logs === "on", machines: options.machines });
  const { roles } = grant;
  if (isJson) {
    const [first, ...others] = roles;
    const isSingle = first !== undefined && others.length === 0;
    environment.print(renderJson(isSingle ? first : { apiVersion: "v1", kind: "List", items: roles }));
  } else {
    environment.print(`${commentLines(describeGrant(grant, kinds, options))}${roles.map(renderYaml).join("---\n")}`);
  }
  return 0;
}

function commentLines(lines: readonly string[]): string {
  return lines.map((line) => `# ${sanitizeLine(line)}\n`).join("");
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
    const targets = types.map((type) => ({ type }));
    const { wanted = [], unknown } = await resolveTargets(targets, createTypeResolver(names));
    const [missing] = unknown;
    if (missing === undefined) return wanted.map(({ kind }) => kind);
    const hint = missing.hint === undefined ? "" : `; did you mean "${missing.hint}"?`;
    throw new UsageError(`the server doesn't have a resource type "${missing.type}"${hint}`);
  } finally {
    connection.close();
  }
}

/** The comment before the roles, a line each: what they permit, how to bind them, and what they do not permit. */
function describeGrant(
  { roles, gaps }: AccessGrant,
  kinds: readonly Kind[],
  { namespace, platform, logs, machines }: CommandLineOptions,
): readonly string[] {
  const types = kinds.length === 0 ? "HyperConverged, Applications and Greenhouse" : joinNames(kinds.map(typeName));
  const place = namespace === undefined ? "in all namespaces" : `in namespace ${namespace}`;
  const lines = [`Permissions for kubectl hco-status to read ${types} ${place}.`];
  if (namespace !== undefined) {
    lines.push("The Role covers that namespace, the ClusterRole only cluster-scoped kinds.");
  }
  lines.push(grantTitle, ...roles.map(bindLine), gapsTitle);
  for (const gap of gaps) lines.push(`- ${gapText(gap)}`);
  if (logs !== "on") {
    lines.push("- the logs of containers, which a report quotes and kubectl hco-status logs prints: add --logs");
  }
  if (!machines) lines.push("- the number of virtual machines that a fault concerns: add --vms");
  const readsHyperConverged = gaps.some(({ code }) => code === "newer-components");
  if (readsHyperConverged && !platform) {
    lines.push("- what kubectl hco-status gate upgrade --platform reads: add --platform");
  }
  return lines;
}

/** The comment before the role for a hub, a line each. */
function describeHubRole(role: AccessRole, namespace: string | undefined): readonly string[] {
  const place = namespace === undefined ? "" : ` of namespace ${namespace}`;
  return [
    `Permissions on the hub for kubectl hco-status --inventory to list the clusters${place}.`,
    grantTitle,
    bindLine(role),
    gapsTitle,
    "- what it reads on each cluster: kubectl hco-status permissions",
  ];
}

const grantTitle = "Read-only, and without Secrets. To grant them to a user:";
const gapsTitle = "Not included:";

/** `  kubectl create clusterrolebinding hco-status --clusterrole=hco-status --user=USER` */
function bindLine({ kind, metadata: { name, namespace = "" } }: AccessRole): string {
  const words =
    kind === "Role"
      ? ["create", "rolebinding", name, "-n", namespace, `--role=${name}`, "--user=USER"]
      : ["create", "clusterrolebinding", name, `--clusterrole=${name}`, "--user=USER"];
  return `  ${kubectlCommand(words)}`;
}

function gapText(gap: AccessGrant["gaps"][number]): string {
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
