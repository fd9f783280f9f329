import { Buffer } from "node:buffer";
import { type BundledPackage, listBundledPackages } from "./bundled-packages.ts";
import { readPackageFields } from "./package-fields.ts";
import { bunLibraries, type RuntimePart } from "./runtimes.ts";

/** A software bill of materials as CycloneDX 1.6 writes it, as far as this project fills it. */
export interface BillOfMaterials {
  readonly $schema: string;
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly version: 1;
  readonly metadata: { readonly component: BillComponent };
  readonly components: readonly BillComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface BillComponent {
  readonly type: "application" | "library" | "platform";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version?: string;
  readonly licenses: readonly [{ readonly expression: string }];
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly externalReferences: readonly { readonly type: "website"; readonly url: string }[];
  readonly components?: readonly BillComponent[];
}

/**
 * Lists what this project ships: the packages of THIRD-PARTY-NOTICES, and Bun with its libraries. It has no time and no
 * serial number, so that two builds of one commit write one file.
 */
export async function makeBillOfMaterials(): Promise<BillOfMaterials> {
  const { name, version, license, homepage, devDependencies } = await readPackageFields();
  const components = [...(await listBundledPackages()).map(packageComponent), bunComponent(devDependencies.bun)];
  const application: BillComponent = {
    type: "application",
    "bom-ref": `pkg:npm/${name}@${version}`,
    name,
    version,
    licenses: [{ expression: license }],
    purl: `pkg:npm/${name}@${version}`,
    externalReferences: [{ type: "website", url: homepage }],
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: application },
    components,
    dependencies: [{ ref: application["bom-ref"], dependsOn: components.map((component) => component["bom-ref"]) }],
  };
}

function packageComponent({ name, version, license, homepage, integrity }: BundledPackage): BillComponent {
  // A package URL escapes the @ of a scope.
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    licenses: [{ expression: license }],
    purl,
    hashes: [{ alg: "SHA-512", content }],
    externalReferences: [{ type: "website", url: homepage }],
  };
}

function bunComponent(version: string): BillComponent {
  return {
    type: "platform",
    "bom-ref": `pkg:npm/bun@${version}`,
    name: "bun",
    version,
    licenses: [{ expression: "MIT" }],
    purl: `pkg:npm/bun@${version}`,
    externalReferences: [{ type: "website", url: "https://bun.com" }],
    components: bunLibraries.map(libraryComponent),
  };
}

function libraryComponent({ name, license, homepage }: RuntimePart): BillComponent {
  return {
    type: "library",
    "bom-ref": `bun/${name}`,
    name,
    licenses: [{ expression: license }],
    externalReferences: [{ type: "website", url: homepage }],
  };
}
