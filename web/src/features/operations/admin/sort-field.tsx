import { SelectField } from '../../../ui/field.tsx';
import type { TableColumn } from './column.ts';
import type { TableState } from './use-table-state.ts';

const orders = { asc: 'ascending', desc: 'descending' } as const;

/** Sorts a table in which not every column has a head to press. */
export function SortField<Row>({ columns, state }: { columns: readonly TableColumn<Row>[]; state: TableState }) {
  return (
    <div className="w-full sm:w-56">
      <SelectField
        label="Sort by"
        value={`${state.sort} ${state.order}`}
        onChange={({ target }) => {
          const [column, order] = target.value.split(' ');
          state.sortBy(column!, order === 'asc' ? 'asc' : 'desc');
        }}
      >
        {columns
          .filter(({ sorts }) => sorts)
          .flatMap(({ key, title }) =>
            (['asc', 'desc'] as const).map((order) => (
              <option key={`${key} ${order}`} value={`${key} ${order}`}>
                {title}, {orders[order]}
              </option>
            )),
          )}
      </SelectField>
    </div>
  );
}
