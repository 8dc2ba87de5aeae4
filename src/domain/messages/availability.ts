/** Sentences about the measured availability and its incidents. */
export const availability = {
  // Availability
  'availability.up': 'Tudo no ar',
  'availability.down': 'Fora do ar',
  'availability.part-down': 'Avisos com problema',
  'availability.unseen': 'Sem medida agora',
  'availability.off': 'Este site não mede a disponibilidade',
  'availability.off-details': 'Quem opera não indicou um painel para vigiar.',
  'availability.failed': 'Não é possível ler a medição agora',
  'availability.failed-details': 'Isto não diz se algo está no ar. A página tenta de novo a cada minuto.',
  'availability.measured': 'Última medida em {when}.',
  'availability.never': 'Nada foi medido ainda.',
  'availability.ended': 'Encerrado.',
  'availability.feed': 'Incidentes: {name}',
  'availability.alerts':
    'Mediana {median}, 95 de 100 {most} em {month}, medidos a cada hora em um painel nosso.',
  'availability.alerts-most': 'em até {time}',
  'availability.alerts-late': 'em mais de meia hora',
  'availability.alerts-count': 'Avisos medidos: {measured}. Não entregues em meia hora: {untold}.',
  'availability.alerts-none': 'Nenhum aviso foi medido em {month}.',
  'availability.sla': 'Em {month}: {figure}',
} as const;
