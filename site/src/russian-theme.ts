// Russian words of the theme; the English ones are its own.
export const RUSSIAN = {
  outline: { level: [2, 3] as [number, number], label: 'На этой странице' },
  docFooter: { prev: 'Назад', next: 'Дальше' },
  darkModeSwitchLabel: 'Оформление',
  lightModeSwitchTitle: 'Светлое оформление',
  darkModeSwitchTitle: 'Тёмное оформление',
  sidebarMenuLabel: 'Меню',
  returnToTopLabel: 'Наверх',
  langMenuLabel: 'Язык',
  skipToContentLabel: 'Перейти к содержанию',
  notFound: {
    title: 'Страница не найдена',
    quote: 'Проверьте адрес или найдите нужное поиском.',
    linkLabel: 'На главную',
    linkText: 'На главную',
  },
};

export const RUSSIAN_SEARCH = {
  button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
  modal: {
    displayDetails: 'Показать подробности',
    resetButtonTitle: 'Очистить',
    backButtonTitle: 'Закрыть поиск',
    noResultsText: 'Ничего не найдено:',
    footer: {
      selectText: 'открыть',
      selectKeyAriaLabel: 'ввод',
      navigateText: 'выбрать',
      navigateUpKeyAriaLabel: 'стрелка вверх',
      navigateDownKeyAriaLabel: 'стрелка вниз',
      closeText: 'закрыть',
      closeKeyAriaLabel: 'escape',
    },
  },
};
