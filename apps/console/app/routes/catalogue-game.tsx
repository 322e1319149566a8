import { useParams } from 'react-router';
import { GameEditor } from '../features/catalogue/game-editor.tsx';

export default function GameEditorRoute() {
  const id = Number(useParams()['id']);
  return <GameEditor key={id} id={id} />;
}
