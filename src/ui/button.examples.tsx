import { Button } from '#ui/button.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  { name: 'principal', element: <Button>Começar Grátis</Button> },
  { name: 'secundário', element: <Button variant="secondary">Ver Demonstração</Button> },
  {
    name: 'sinal, sobre fundo invertido',
    element: (
      <div className="inverse-ground inline-block rounded-lg p-4">
        <Button variant="signal">Assinar Essencial</Button>
      </div>
    ),
  },
  { name: 'discreto', element: <Button variant="quiet">Cancelar</Button> },
  { name: 'pequeno', element: <Button size="sm">Entrar</Button> },
  { name: 'grande', element: <Button size="lg">Comece grátis agora</Button> },
  { name: 'largura toda', element: <Button isWide>Assinar</Button> },
  { name: 'em andamento', element: <Button isPending>Processando...</Button> },
  { name: 'desligado', element: <Button disabled>Assinar</Button> },
  { name: 'link', element: <Button href="#exemplo">Ver a documentação</Button> },
];
