/**
 * The header of an entry of a tar, without content where `size` is 0 (POSIX.1-1988, ustar). A long name is split at a
 * slash where it has one in reach.
 */
export function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  const slash = name.length < 100 ? -1 : name.indexOf("/", name.length - 100);
  const last = slash < 0 ? name.length - 99 : slash + 1;
  header.write(name.slice(Math.max(0, last)), 0, "latin1");
  header.write(name.slice(0, Math.max(0, last - 1)), 345, "latin1");
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** A tar of a must-gather with a HyperConverged and so many Pods in its namespace, which compresses well. */
export function mustGatherOfPods(count: number): Buffer {
  const items = Array.from(
    { length: count },
    (_, place) => `- metadata:\n    name: p${place}\n    namespace: kubevirt-hyperconverged\n`,
  );
  const home = "mg/namespaces/kubevirt-hyperconverged";
  const files = [
    [`${home}/core/pods.yaml`, `apiVersion: v1\nkind: PodList\nitems:\n${items.join("")}`],
    [
      `${home}/hco.kubevirt.io/hyperconvergeds/kubevirt-hyperconverged.yaml`,
      "apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n  namespace: kubevirt-hyperconverged\n",
    ],
  ] as const;
  return Buffer.concat([
    ...files.flatMap(([name, text]) => [
      tarHeader(name, text.length, "0"),
      Buffer.from(text),
      Buffer.alloc(-text.length & 511),
    ]),
    Buffer.alloc(1024),
  ]);
}
