/** How messages name a user entry: `user "dev" of /home/dev/.kube/config`. */
export function userTitle(name: string, file: string): string {
  return `user "${name}" of ${file}`;
}

/** How messages name a cluster entry: `cluster "lab" of /home/dev/.kube/config`. */
export function clusterTitle(name: string, file: string): string {
  return `cluster "${name}" of ${file}`;
}

/** The source of an entry that flags make. */
export const commandLineTitle = "the command line";
