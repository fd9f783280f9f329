/** An object as it is sent to the API server, and as it comes back. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec?: Fields;
  readonly status?: Fields;
  readonly [field: string]: unknown;
}

/** The metadata that the tests write or read. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** On the way in: any value asks for a DELETE once the object is there. It stays only if a finalizer holds it. */
  readonly deletionTimestamp?: string;
}

/** A manifest with what the server added to it. */
export interface Stored extends Manifest {
  readonly metadata: Metadata & {
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation?: number;
  };
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: true;
  readonly blockOwnerDeletion: true;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What `metadata.ownerReferences` of an object says about the controller that made it. */
export function ownedBy(owner: Stored): OwnerReference {
  const { name, uid } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, controller: true, blockOwnerDeletion: true };
}
