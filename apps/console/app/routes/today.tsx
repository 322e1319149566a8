import { TodayView } from '../features/today/today-view.tsx';

export default TodayView;
