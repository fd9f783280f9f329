/** Status and JSON. */
interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

/** What a cluster answers that has the kind HyperConverged and not one object, to one GET. */
export function answerOf(path: string): ApiAnswer {
  const known = answers.find(([ending]) => path.endsWith(ending));
  if (known !== undefined) return { status: 200, body: known[1] };
  return { status: 404, body: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 } };
}

/** The response to an unknown user. */
export const unauthorized: ApiAnswer = {
  status: 401,
  body: {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "Unauthorized",
    message: "Unauthorized",
    code: 401,
  },
};

const group = "hco.kubevirt.io";
const version = { groupVersion: `${group}/v1`, version: "v1" };
const resource = {
  name: "hyperconvergeds",
  singularName: "hyperconverged",
  namespaced: true,
  kind: "HyperConverged",
  verbs: ["get", "list"],
};

const answers: readonly (readonly [ending: string, body: object])[] = [
  ["/api", { kind: "APIVersions", versions: ["v1"] }],
  ["/api/v1", { kind: "APIResourceList", apiVersion: "v1", groupVersion: "v1", resources: [] }],
  [
    "/apis",
    {
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: [{ name: group, versions: [version], preferredVersion: version }],
    },
  ],
  [
    `/apis/${group}/v1`,
    { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1`, resources: [resource] },
  ],
  [
    `/apis/${group}/v1/hyperconvergeds`,
    { kind: "HyperConvergedList", apiVersion: `${group}/v1`, metadata: { resourceVersion: "1" }, items: [] },
  ],
];
