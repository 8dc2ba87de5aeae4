/**
 * How many environments fit into a cluster's nodes.
 *
 * Each environment is one pod with one volume, so pods, memory and attached volumes bound the same number: it is derived
 * once, as a capacity, and nothing counts volumes beside environments.
 */

/** What bounds a cluster, in the order in which a tie is told. */
export const roomBounds = ['volumes', 'memory', 'pods'] as const;
export type RoomBound = (typeof roomBounds)[number];

/** The nodes that environments run on, all alike. */
export interface Nodes {
  readonly nodes: number;
  /** GiB that pods of one node may ask for (`kubectl get nodes`, `allocatable.memory`). */
  readonly memoryGib: number;
  /** Volumes that one node attaches (`kubectl get csinodes`, `allocatable.count`); `null` for disks of the node itself. */
  readonly volumes: number | null;
  /** Pods of one node (`allocatable.pods`). */
  readonly pods: number;
}

export interface Room {
  /** Environments. */
  readonly capacity: number;
  /** What runs out first. */
  readonly boundBy: RoomBound;
}

/** Kubernetes' own default. */
export const PODS_PER_NODE = 110;
/** What the pod of a free environment asks for, all containers; tests/unit/server-room.test.ts holds it to the chart. */
export const FREE_REQUESTS = { memoryMib: 324, cpuMillis: 25 } as const;
/** Of each pod, outside its containers: containerd's shim and what kubelet and etcd keep about it. */
export const POD_OVERHEAD_MIB = 16;
/** MiB that a node's share is counted with: the Essencial plan's pod; tests/chart/tenant-pod.test.ts holds it to the chart. */
export const ENVIRONMENT_MIB = 348 + POD_OVERHEAD_MIB;
/** What network, disks, Ingress and copies need of each node. */
const SYSTEM_PODS = 10;
const SYSTEM_MIB = 1024;

/** The room of a cluster, and what bounds it. */
export function roomOf({ nodes, memoryGib, volumes, pods }: Nodes): Room {
  const perNode: Record<RoomBound, number> = {
    volumes: volumes ?? Number.POSITIVE_INFINITY,
    memory: Math.floor((memoryGib * 1024 - SYSTEM_MIB) / ENVIRONMENT_MIB),
    pods: pods - SYSTEM_PODS,
  };
  const boundBy = roomBounds.reduce((tightest, each) =>
    perNode[each] < perNode[tightest] ? each : tightest,
  );
  return { capacity: nodes * Math.max(0, perNode[boundBy]), boundBy };
}
