import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClientCertificate } from "./certificates.ts";
import type { Cluster } from "./server.ts";

/** A user of the server. RBAC decides what the user may do. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  /** Path of a kubeconfig with everything inside, readable by us only. Its context names no namespace. */
  readonly kubeconfig: string;
}

/** Makes a user with a client certificate and a kubeconfig; the same name is the same user. */
export async function createUser(
  cluster: Pick<Cluster, "url" | "directory">,
  name: string,
  groups: readonly string[] = [],
): Promise<User> {
  const kubeconfig = join(cluster.directory, `${name}.kubeconfig`);
  if (existsSync(kubeconfig)) return { name, groups, kubeconfig };
  const { certificate, key } = await createClientCertificate(cluster.directory, name, groups);
  const [ca, crt, secret] = await Promise.all(
    [join(cluster.directory, "ca.crt"), certificate, key].map((file) => readFile(file, "base64")),
  );
  const text = `apiVersion: v1
kind: Config
current-context: ${name}@test
clusters:
- name: test
  cluster:
    server: ${cluster.url}
    certificate-authority-data: ${ca}
users:
- name: ${name}
  user:
    client-certificate-data: ${crt}
    client-key-data: ${secret}
contexts:
- name: ${name}@test
  context:
    cluster: test
    user: ${name}
`;
  await writeFile(kubeconfig, text, { mode: 0o600 });
  return { name, groups, kubeconfig };
}
