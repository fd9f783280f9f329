import { InputError } from "./errors.ts";
import type { Impersonation } from "./impersonation.ts";
import type { ClusterEntry, Material, UserEntry } from "./kubeconfig-entries.ts";

/**
 * What does not go together in the entries that are used, the flags counted in (client-go, tools/clientcmd/validation.go).
 * Where TLS begins, and not before, kubectl refuses two things more: a trust that is both given and waived, and a password
 * beside the file of a token. Files are looked at where they are needed: kubectl also opens those that an http server
 * needs not.
 * @throws InputError where kubectl would refuse too.
 */
export function refuseConflicts(
  cluster: ClusterEntry,
  user: UserEntry | undefined,
  impersonate: Impersonation | undefined,
): void {
  refuseBoth(cluster.certificateAuthority, "certificate-authority", `cluster "${cluster.name}" of ${cluster.file}`);
  const who = user === undefined ? "the command line" : `user "${user.name}" of ${user.file}`;
  if (impersonate !== undefined && impersonate.userName === undefined) {
    throw new InputError(
      `${who} asks for a UID, groups or user extras without a user to impersonate; add --as, or as to the user`,
    );
  }
  if (user === undefined) return;
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    throw new InputError(`${who}, with the flags, has both a token and a password; kubectl takes only one`);
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new InputError(`${who} has both exec and auth-provider; kubectl takes only one`);
  }
  if (user.clientCertificate === undefined) return;
  refuseBoth(user.clientCertificate, "client-certificate", who);
  refuseBoth(user.clientKey, "client-key", who);
  if (user.clientKey === undefined) throw new InputError(`${who} has a client certificate but no client-key`);
}

function refuseBoth(material: Material | undefined, key: string, who: string): void {
  if (material === undefined || !("data" in material) || material.path === undefined) return;
  throw new InputError(`${who} has both ${key} and ${key}-data; kubectl takes only one`);
}
