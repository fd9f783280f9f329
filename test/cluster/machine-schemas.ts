/**
 * The fields of virtual machines, their disks and migrations that rules and situations use, as structural schemas. A
 * server prunes what they lack, so that a rule that reads a field without a published type finds nothing there. Sources:
 * https://github.com/kubevirt/kubevirt/blob/d923fdb815/pkg/virt-operator/resource/generate/components/validations_generated.go
 * https://github.com/kubevirt/containerized-data-importer/blob/c07cdb6fb/pkg/operator/resources/crds_generated.go
 */

/**
 * The type of a field. `quantities`: quantities by name. `any`: an object of any fields. An object has its fields by
 * name, of which those with an exclamation mark are required.
 */
type Shape = "string" | "boolean" | "integer" | "time" | "quantities" | "any" | readonly [Shape] | ShapeOfObject;

interface ShapeOfObject {
  readonly [field: string]: Shape;
}

const conditions: Shape = [
  {
    "type!": "string",
    "status!": "string",
    reason: "string",
    message: "string",
    lastProbeTime: "time",
    lastTransitionTime: "time",
  },
];

const volumes: Shape = [
  {
    "name!": "string",
    dataVolume: { "name!": "string", hotpluggable: "boolean" },
    persistentVolumeClaim: { "claimName!": "string", hotpluggable: "boolean" },
  },
];

const instanceSpec: Shape = {
  "domain!": { "devices!": { disks: [{ "name!": "string", disk: { bus: "string" } }] } },
  evictionStrategy: "string",
  terminationGracePeriodSeconds: "integer",
  volumes,
};

const volumeSpec: Shape = {
  source: {
    http: { "url!": "string", certConfigMap: "string" },
    pvc: { "name!": "string", "namespace!": "string" },
    upload: {},
  },
  storage: { resources: { requests: "quantities" }, storageClassName: "string" },
};

const migrationState: Shape = {
  failed: "boolean",
  failureReason: "string",
  migrationUid: "string",
  sourceNode: "string",
  startTimestamp: "time",
  targetNode: "string",
};

const volumeStatus: Shape = [
  {
    "name!": "string",
    "target!": "string",
    phase: "string",
    reason: "string",
    message: "string",
    hotplugVolume: "any",
  },
];

/** The schema of each kind. */
export const machineSchemas: Readonly<
  Record<"VirtualMachine" | "VirtualMachineInstance" | "VirtualMachineInstanceMigration" | "DataVolume", object>
> = {
  VirtualMachine: schemaOf({
    "spec!": {
      dataVolumeTemplates: [{ metadata: "any", "spec!": volumeSpec }],
      running: "boolean",
      runStrategy: "string",
      "template!": { metadata: "any", spec: instanceSpec },
    },
    status: {
      conditions,
      created: "boolean",
      printableStatus: "string",
      ready: "boolean",
      stateChangeRequests: [{ "action!": "string", uid: "string" }],
    },
  }),
  VirtualMachineInstance: schemaOf({
    "spec!": instanceSpec,
    status: {
      conditions,
      evacuationNodeName: "string",
      migrationState,
      nodeName: "string",
      phase: "string",
      volumeStatus,
    },
  }),
  VirtualMachineInstanceMigration: schemaOf({
    "spec!": { vmiName: "string" },
    status: { conditions, migrationState, phase: "string" },
  }),
  DataVolume: schemaOf({
    "spec!": volumeSpec,
    status: { claimName: "string", conditions, phase: "string", progress: "string", restartCount: "integer" },
  }),
};

function schemaOf(shape: Shape): object {
  if (Array.isArray(shape)) return { type: "array", items: schemaOf(shape[0]) };
  if (typeof shape === "object") return objectSchema(shape as ShapeOfObject);
  switch (shape) {
    case "time":
      return { type: "string", format: "date-time" };
    case "quantities":
      return { type: "object", additionalProperties: { "x-kubernetes-int-or-string": true } };
    case "any":
      return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    default:
      return { type: shape };
  }
}

function objectSchema(fields: ShapeOfObject): object {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([name]) => (name.endsWith("!") ? [name.slice(0, -1)] : []));
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, shape]) => [name.replace("!", ""), schemaOf(shape)])),
  };
}
