import { type Assault, response } from "./hostile-servers.ts";

/** A list as JSON text. `next` is the token that requests the next page, if there is one. */
export function listOf(items: readonly string[], next = ""): string {
  return `{"kind":"List","metadata":{"resourceVersion":"1","continue":"${next}"},"items":[${items.join()}]}`;
}

/** The results of `build` for the numbers from 0 to below `count`. */
export function repeat<T>(count: number, build: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => build(number));
}

/** Responds to each request with a page of a list of 5,000 Nodes of 6 kB, 30 MB in all, as a large cluster has them. */
export function respondWithNodes(): (path: string) => Assault {
  const images = repeat(25, (number) => `registry.example/team/image-${number}@sha256:${"0".repeat(64)}`);
  return respondWithPages(10, (number) => ({
    metadata: { name: `node-${number}`, uid: `${number}`, annotations: { filler: "x".repeat(2_500) } },
    status: {
      conditions: [{ type: "Ready", status: "True", reason: "KubeletReady" }],
      images: images.map((name) => ({ names: [name], sizeBytes: 123_456_789 })),
    },
  }));
}

/**
 * Responds to each request with a page of a list of 10,000 virtual machine instances, 40 MB in all, or with the
 * discovery of their kind.
 */
export function respondWithInstances(): (path: string) => Assault {
  const respond = respondWithPages(20, virtualMachineInstance);
  const discovery = response(200, JSON.stringify(instancesServed));
  return (path) => (path.includes("/virtualmachineinstances?") ? respond(path) : discovery);
}

/** Responds with the page that the path names as `continue=3`, of 500 objects. */
function respondWithPages(pageCount: number, buildObject: (number: number) => object): (path: string) => Assault {
  const pages = repeat(pageCount, (page) => {
    const items = repeat(500, (number) => JSON.stringify(buildObject(page * 500 + number)));
    return response(200, listOf(items, page < pageCount - 1 ? `${page + 1}` : ""));
  });
  return (path) => pages[Number(new URL(path, "http://server.test").searchParams.get("continue"))] ?? {};
}

const instancesServed = {
  kind: "APIGroupDiscoveryList",
  apiVersion: "apidiscovery.k8s.io/v2",
  items: [
    {
      metadata: { name: "kubevirt.io" },
      versions: [
        {
          version: "v1",
          resources: [
            {
              resource: "virtualmachineinstances",
              responseKind: { group: "kubevirt.io", version: "v1", kind: "VirtualMachineInstance" },
              scope: "Namespaced",
              shortNames: ["vmi"],
              verbs: ["get", "list", "watch"],
            },
          ],
        },
      ],
    },
  ],
};

const disks = repeat(10, (number) => ({ name: `disk-${number}`, disk: { bus: "virtio" }, bootOrder: number + 1 }));
const volumes = repeat(10, (number) => ({
  name: `disk-${number}`,
  persistentVolumeClaim: { claimName: `vm-disk-${number}` },
}));

/** A virtual machine instance of 4 kB. The one of number 9,999 is paused. */
export function virtualMachineInstance(number: number): object {
  const paused = {
    type: "Paused",
    status: "True",
    reason: "PausedIOError",
    message: "VMI was paused, low-level IO error",
  };
  const conditions = [
    { type: "Ready", status: "True" },
    { type: "LiveMigratable", status: "True" },
    ...(number === 9_999 ? [paused] : []),
  ];
  return {
    metadata: {
      name: `vm-${number}`,
      namespace: `team-${number % 50}`,
      uid: `${number}`,
      annotations: { filler: "x".repeat(2_000) },
    },
    spec: { domain: { devices: { disks }, resources: { requests: { memory: "4Gi" } } }, volumes },
    status: { phase: "Running", nodeName: `node-${number % 200}`, conditions, interfaces: [{ ipAddress: "10.0.0.1" }] },
  };
}
