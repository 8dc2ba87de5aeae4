/** Sentences about the measured availability and its incidents. */
export const availability = {
  // Availability
  'availability.up': 'Tudo no ar',
  'availability.down': 'Fora do ar',
  'availability.part-down': 'Avisos com problema',
  'availability.unseen': 'Sem medida agora',
  'availability.off': 'Este site não mede a disponibilidade',
  'availability.off-details': 'Quem opera não indicou um ambiente para vigiar.',
  'availability.failed': 'Não é possível ler a medição agora',
  'availability.failed-details': 'Isto não diz se algo está no ar. A página tenta de novo a cada minuto.',
  'availability.measured': 'Última medida em {when}.',
  'availability.never': 'Nada foi medido ainda.',
  'availability.ended': 'Encerrado.',
  'availability.feed': 'Incidentes: {name}',
  'availability.sla': 'Em {month}: {figure}',
} as const;
