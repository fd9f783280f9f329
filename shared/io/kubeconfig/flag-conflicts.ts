import { dataAndFileText, execAndProviderText, tokenAndPasswordText } from "../../render/words/auth/credentials.ts";
import { clusterTitle, commandLineTitle, userTitle } from "../../render/words/kubeconfig/entries.ts";
import { InputError } from "../errors/errors.ts";
import type { ClusterEntry, PemMaterial, UserEntry } from "./entries.ts";
import type { ImpersonatedUser } from "./impersonation.ts";

/**
 * Refuses contradictory fields in the entries in use, flags included (client-go, tools/clientcmd/validation.go).
 * kubectl refuses two more combinations, but only for TLS. One is a certificate authority with
 * insecure-skip-tls-verify, the other a password beside a token file. They are not checked here.
 * Files are opened only where they are needed. kubectl also opens those that an http server does not need.
 * @throws InputError where kubectl would refuse too.
 */
export function refuseConflicts(
  cluster: ClusterEntry,
  user: UserEntry | undefined,
  impersonate: ImpersonatedUser | undefined,
): void {
  refuseBoth(cluster.certificateAuthority, "certificate-authority", clusterTitle(cluster.name, cluster.file));
  const who = user === undefined ? commandLineTitle : userTitle(user.name, user.file);
  if (impersonate !== undefined && impersonate.userName === undefined) {
    throw new InputError(
      `${who} sets a UID, groups or user extras without a user to impersonate; add --as, or add as to the user entry`,
    );
  }
  if (user === undefined) return;
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    throw new InputError(tokenAndPasswordWithFlagsText(who));
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new InputError(execAndProviderText(who));
  }
  if (user.clientCertificate === undefined) return;
  refuseBoth(user.clientCertificate, "client-certificate", who);
  refuseBoth(user.clientKey, "client-key", who);
  if (user.clientKey === undefined) throw new InputError(`${who} has a client certificate but no client-key`);
}

/** The error for a token beside a password where flags change the entry. */
function tokenAndPasswordWithFlagsText(who: string): string {
  return tokenAndPasswordText(`${who}, with the flags,`);
}

function refuseBoth(material: PemMaterial | undefined, key: string, who: string): void {
  if (material === undefined || !("data" in material) || material.path === undefined) return;
  throw new InputError(dataAndFileText(who, key));
}
