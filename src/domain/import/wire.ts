/** Items as the API carries them. */
import type { ImportRequestItem, ImportRoom } from '../api-schemas/import.ts';
import type { ImportedChannel, ImportedItem, ItemKind, MonitorFields } from './items.ts';
import type { Room } from './plan.ts';

type WireKind = ImportRequestItem['tipo'];
export const toWireKind = (kind: ItemKind): WireKind => (kind === 'channel' ? 'canal' : 'monitor');
const fromWireKind = (kind: WireKind): ItemKind => (kind === 'canal' ? 'channel' : 'monitor');

export function toWire(item: ImportedItem): ImportRequestItem {
  const { id } = item;
  if (item.kind === 'channel') return { tipo: 'canal', id, nome: item.name, configuracao: item.config };
  return {
    tipo: 'monitor',
    id,
    ativo: item.active,
    monitor: item.monitor,
    grupo: item.parent,
    canais: [...item.channels],
    etiquetas: item.tags.map(({ name, color, value }) => ({ nome: name, cor: color, valor: value })),
  };
}

export function fromWire(item: ImportRequestItem): ImportedItem {
  const { id } = item;
  if (item.tipo === 'canal')
    return { kind: 'channel', id, name: item.nome, config: item.configuracao as ImportedChannel['config'] };
  return {
    kind: 'monitor',
    id,
    active: item.ativo,
    monitor: item.monitor as MonitorFields,
    parent: item.grupo,
    channels: item.canais,
    tags: item.etiquetas.map(({ nome, cor, valor }) => ({ name: nome, color: cor, value: valor })),
  };
}

export const toRoom = (room: ImportRoom): Room => ({
  limits: { monitors: room.monitorLimit, heartbeatSeconds: room.intervaloMinimo },
  running: room.emFuncionamento,
  total: room.total,
  present: room.presentes.map(({ tipo, id }) => ({ kind: fromWireKind(tipo), id })),
});
