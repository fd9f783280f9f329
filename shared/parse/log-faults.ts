/** What a program reports in its log and cannot help itself. */
export interface LogFault {
  readonly code: "lease-lost" | "object-undecodable" | "image-of-other-architecture" | "execution-denied";
  /** Of `object-undecodable`: the path of the field that an object has in another form. */
  readonly field?: string;
}

/** A fault that lies elsewhere than in the program that wrote the line, and how the line reports it. */
interface FaultPattern {
  readonly code: LogFault["code"];
  readonly pattern: RegExp;
}

const patterns: readonly FaultPattern[] = [
  // client-go tools/leaderelection/leaderelection.go, renew: the API server did not answer until the deadline.
  { code: "lease-lost", pattern: /leader ?election lost|failed to renew lease/i },
  // encoding/json, UnmarshalTypeError: an object that the API server holds does not fit the types of the program.
  {
    code: "object-undecodable",
    pattern: /cannot unmarshal \w+ into Go (?:struct field (?<field>\S+)|value) of type/,
  },
  // Linux exec(2), ENOEXEC: a binary of another architecture.
  { code: "image-of-other-architecture", pattern: /exec format error/i },
  // AppArmor and SELinux deny exec(2) with EACCES (https://kubernetes.io/docs/tutorials/security/apparmor/).
  {
    code: "execution-denied",
    pattern: /cannot execute(?: binary file)?: permission denied|exec\S* .*: permission denied/i,
  },
];

/**
 * The fault that a line of a log reports where it lies elsewhere than in the program that wrote the line. Undefined for any
 * other line.
 * `json: cannot unmarshal object into Go struct field KubeVirt.spec.featureGates of type string` -> `object-undecodable`
 */
export function findLogFault(line: string): LogFault | undefined {
  for (const { code, pattern } of patterns) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const field = match.groups?.["field"];
    return field === undefined ? { code } : { code, field: removeTypeName(field) };
  }
  return undefined;
}

/**
 * The path of a field as the object has it. Go prints the type first, and `items` of a list.
 * `KubeVirtConfiguration.items.spec.featureGates` -> `spec.featureGates`
 */
function removeTypeName(field: string): string {
  return field.replace(/^[A-Z]\w*\./, "").replace(/^items\./, "");
}
