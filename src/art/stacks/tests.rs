use super::*;

const SIZE: f64 = 16.0;

fn square(w: f64, h: f64) -> Vec<Point> {
    [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point { x, y }).to_vec()
}

fn free(rooms: &[Rect], labels: &[Rect]) -> bool {
    rooms.iter().all(|room| labels.iter().all(|label| room.inset(0.25).common(*label) < 1e-9))
}

fn apart(rooms: &[Rect]) -> bool {
    rooms.iter().enumerate().all(|(n, a)| rooms[..n].iter().all(|b| a.common(*b) < 1e-9))
}

fn rooms(piles: &[BoxStack]) -> Vec<Rect> {
    piles.iter().map(|pile| footprint(SIZE, pile.counters).at(pile.at)).collect()
}

#[test]
fn a_space_keeps_its_number_in_sight_and_its_counters_inside() {
    for number in [Rect::new(1.0, 1.0, 4.0, 4.0), Rect::new(8.0, 22.0, 4.0, 3.0), Rect::new(1.0, 10.0, 3.0, 4.0)] {
        let space = Rect::new(0.0, 0.0, 20.0, 26.0);
        for groups in [vec![1], vec![1, 1], vec![5], vec![3, 1, 1], vec![40]] {
            let piles = in_box(space, space, &[number], SIZE, &groups).piles;
            let counters: u32 = piles.iter().map(|pile| pile.counters).sum();
            assert_eq!(counters, groups.iter().sum::<u32>());
            let rooms = rooms(&piles);
            assert!(rooms.iter().all(|room| space.contains(*room, 1e-6)), "{groups:?} {piles:?}");
            assert!(free(&rooms, &[number]), "{number:?} {groups:?} {piles:?}");
        }
    }
}

#[test]
fn a_tall_group_becomes_several_stacks_if_one_would_lean_out_of_its_box() {
    let space = Rect::new(0.0, 0.0, 76.0, 40.0);
    let name = Rect::new(2.0, 2.0, 40.0, 4.0);
    let BoxRows { piles, apart: alone } = in_box(space, space, &[name], SIZE, &[30]);
    assert!(alone);
    assert!(piles.len() > 1 && piles.iter().all(|pile| pile.group == 0), "{piles:?}");
    let rooms = rooms(&piles);
    assert!(free(&rooms, &[name]) && apart(&rooms), "{piles:?}");
    assert!(rooms.iter().all(|room| space.contains(*room, 1e-6)), "{piles:?}");
}

#[test]
fn stacks_of_an_area_leave_its_name_and_each_other_in_sight() {
    let area = square(110.0, 80.0);
    let name = [Rect::around(55.0, 40.0, 30.0, 6.0), Rect::around(55.0, 46.0, 8.0, 4.0)];
    for counters in [1, 4, 10] {
        let stack = footprint(SIZE, counters);
        let points = in_area(&area, Point { x: 55.0, y: 40.0 }, stack, &name, 3);
        let rooms: Vec<Rect> = points.iter().map(|point| stack.at(*point)).collect();
        assert!(free(&rooms, &name) && apart(&rooms), "{counters} {points:?}");
        assert!(rooms.iter().all(|room| bounds(&area).contains(*room, 1e-6)), "{counters} {points:?}");
    }
}

#[test]
fn the_best_spots_do_not_depend_on_how_many_are_asked_for() {
    let (area, stack) = (square(60.0, 60.0), footprint(SIZE, 3));
    let name = [Rect::around(30.0, 30.0, 20.0, 6.0)];
    let spots = |count| in_area(&area, Point { x: 30.0, y: 30.0 }, stack, &name, count);
    assert_eq!(spots(3)[..2], spots(2));
}

#[test]
fn where_there_is_no_room_everything_still_has_a_spot() {
    let tiny = Rect::new(0.0, 0.0, 10.0, 10.0);
    assert_eq!(in_box(tiny, tiny, &[Rect::new(0.0, 0.0, 9.0, 9.0)], SIZE, &[1; 5]).piles.len(), 5);
    assert_eq!(in_area(&square(8.0, 8.0), Point { x: 4.0, y: 4.0 }, footprint(SIZE, 2), &[], 3).len(), 3);
}
