/** The error where the types of the server cannot be found out. */
export function unknownTypesText(cause: string): string {
  return `cannot discover the resource types of the server: ${cause}`;
}

/** The groups beside the core group, where none of them could be read. */
export const allOtherGroupsText = "all other groups";

/** The first trace line of `-v`: the cluster, and the user as which the plugin connects. */
export function connectedClusterText(
  context: string,
  cluster: { readonly name: string; readonly file: string; readonly server: string },
  user: string | undefined,
  impersonated: string | undefined,
): string {
  const who = user === undefined ? "no user" : `user "${user}"`;
  const as = impersonated === undefined ? "" : ` as "${impersonated}"`;
  return `context "${context}": cluster "${cluster.name}" of ${cluster.file} at ${cluster.server}, ${who}${as}`;
}

/** Why a watch or a wait does not begin, where the connection gives no cause. */
export const noServerText = "the server does not respond";

/** Why a request that confirms what was seen is given up. */
export const noAnswerInTimeText = "timed out";
