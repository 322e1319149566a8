import { useParams } from 'react-router';
import { NewsEditor } from '../features/catalogue/news-editor.tsx';

export default function NewsEditorRoute() {
  const id = Number(useParams()['id']);
  return <NewsEditor key={id} id={id} />;
}
